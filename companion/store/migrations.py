"""The schema, step by step. A step is never edited once it has been released: add another."""

from contextlib import closing

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("companion")


@migrations()
def m001_tables_links_journal(db: Database) -> None:
    """Tables, the hashed keys that open them, and the append-only journal."""
    db.execute("CREATE TABLE tables (id INTEGER PRIMARY KEY, game TEXT NOT NULL, created_at TEXT NOT NULL) STRICT")
    db.execute(
        """
        CREATE TABLE links (
            key_hash TEXT PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            role TEXT NOT NULL CHECK (role IN ('scorer', 'watcher')),
            created_at TEXT NOT NULL,
            ended_at TEXT
        ) STRICT, WITHOUT ROWID
        """
    )
    db.execute("CREATE INDEX links_table ON links(table_id)")
    db.execute(
        """
        CREATE TABLE journal (
            table_id INTEGER NOT NULL REFERENCES tables(id),
            seq INTEGER NOT NULL CHECK (seq > 0),
            kind TEXT NOT NULL,
            payload TEXT NOT NULL,
            at TEXT NOT NULL,
            key TEXT NOT NULL,
            PRIMARY KEY (table_id, seq),
            UNIQUE (key, table_id)
        ) STRICT, WITHOUT ROWID
        """
    )
    for verb in ("UPDATE", "DELETE"):
        db.execute(
            f"""
            CREATE TRIGGER journal_no_{verb.lower()} BEFORE {verb} ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
            """
        )


@migrations()
def m002_codes(db: Database) -> None:
    """Short codes for watchers, the wrong ones that were tried, and how often watchers' links were replaced."""
    db.execute("ALTER TABLE tables ADD COLUMN watchers_replaced INTEGER NOT NULL DEFAULT 0")
    db.execute(
        """
        CREATE TABLE codes (
            code TEXT PRIMARY KEY,
            table_id INTEGER NOT NULL UNIQUE REFERENCES tables(id),
            created_at TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """
    )
    db.execute(
        "CREATE TABLE wrong_codes (slot TEXT PRIMARY KEY, tries REAL NOT NULL, at TEXT NOT NULL) STRICT, WITHOUT ROWID"
    )


@migrations()
def m003_groups(db: Database) -> None:
    """Groups with their players and links; whose table it is and who sat where; what is derived from the journals.

    A table can now be archived or deleted. Deleting takes its journal away; for any other table that stays
    append-only.
    """
    db.execute(
        """
        CREATE TABLE groups (
            id INTEGER PRIMARY KEY, uid TEXT NOT NULL, name TEXT NOT NULL, created_at TEXT NOT NULL
        ) STRICT
        """
    )
    db.execute(
        """
        CREATE TABLE group_links (
            key_hash TEXT PRIMARY KEY,
            group_id INTEGER NOT NULL REFERENCES groups(id),
            created_at TEXT NOT NULL,
            ended_at TEXT
        ) STRICT, WITHOUT ROWID
        """
    )
    db.execute("CREATE INDEX group_links_group ON group_links(group_id)")
    db.execute(
        """
        CREATE TABLE players (
            id INTEGER PRIMARY KEY,
            group_id INTEGER NOT NULL REFERENCES groups(id),
            name TEXT NOT NULL,
            folded TEXT NOT NULL,
            hidden INTEGER NOT NULL DEFAULT 0,
            same_as INTEGER REFERENCES players(id),
            UNIQUE (group_id, folded)
        ) STRICT
        """
    )
    db.execute("CREATE INDEX players_same_as ON players(same_as) WHERE same_as IS NOT NULL")
    for column in (
        "uid TEXT",
        "group_id INTEGER REFERENCES groups(id)",
        "taken_in_at TEXT",
        "archived_at TEXT",
        "deleted_at TEXT",
    ):
        db.execute(f"ALTER TABLE tables ADD COLUMN {column}")
    db.execute("UPDATE tables SET uid = lower(hex(randomblob(16)))")
    db.execute("CREATE UNIQUE INDEX tables_group ON tables(group_id, uid)")
    db.execute("ALTER TABLE links ADD COLUMN through TEXT")
    db.execute("CREATE INDEX links_through ON links(through) WHERE through IS NOT NULL")
    db.execute(
        """
        CREATE TABLE seats (
            table_id INTEGER NOT NULL REFERENCES tables(id),
            seat INTEGER NOT NULL,
            name TEXT NOT NULL,
            player_id INTEGER NOT NULL REFERENCES players(id),
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID
        """
    )
    db.execute("CREATE INDEX seats_player ON seats(player_id)")
    db.execute("DROP TRIGGER journal_no_delete")
    db.execute(
        """
        CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
        WHEN (SELECT deleted_at FROM tables WHERE id = OLD.table_id) IS NULL
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
        """
    )
    _derived_by_m003(db)


def _derived_by_m003(db: Database) -> None:
    """What could be derived again from the journals; ``m004_one_truth`` keeps only the results of it."""
    db.execute(
        """
        CREATE TABLE summaries (
            table_id INTEGER PRIMARY KEY REFERENCES tables(id),
            group_id INTEGER NOT NULL REFERENCES groups(id),
            game TEXT NOT NULL,
            started_at TEXT NOT NULL,
            last_at TEXT NOT NULL,
            rounds INTEGER NOT NULL,
            finished INTEGER NOT NULL,
            archived INTEGER NOT NULL
        ) STRICT
        """
    )
    order = "finished, started_at DESC, table_id DESC"
    db.execute(f"CREATE INDEX summaries_listed ON summaries(group_id, archived, {order})")
    db.execute(f"CREATE INDEX summaries_of_game ON summaries(group_id, game, {order}, archived)")
    db.execute(
        """
        CREATE TABLE results (
            table_id INTEGER NOT NULL REFERENCES tables(id),
            seat INTEGER NOT NULL,
            player_id INTEGER NOT NULL REFERENCES players(id),
            game TEXT NOT NULL,
            month INTEGER NOT NULL,
            started_at TEXT NOT NULL,
            finished INTEGER NOT NULL,
            archived INTEGER NOT NULL,
            rank INTEGER,
            won INTEGER,
            total REAL,
            counts TEXT,
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID
        """
    )
    db.execute(f"CREATE INDEX results_listed ON results(player_id, archived, {order}, game)")
    db.execute("CREATE INDEX results_in_order ON results(player_id, game, finished, month DESC, started_at DESC)")
    db.execute(
        """
        CREATE TABLE figures (
            group_id INTEGER NOT NULL REFERENCES groups(id),
            game TEXT NOT NULL,
            stretch INTEGER NOT NULL,
            player_id INTEGER NOT NULL REFERENCES players(id),
            figures TEXT NOT NULL,
            rivals TEXT NOT NULL,
            PRIMARY KEY (group_id, game, stretch, player_id)
        ) STRICT, WITHOUT ROWID
        """
    )


@migrations()
def m004_one_truth(db: Database) -> None:
    """Of what is derived only the results of finished games stay; figures are added up when somebody asks.

    When a table was begun and to which year it belongs never changes. ``groups.version`` counts whatever changes a
    group's lists and figures, by triggers, so that a process knows when to forget what it remembers of them.
    """
    db.table("tables").add_column("started_at", str)
    db.table("tables").add_column("year", int)
    db.execute(
        """
        UPDATE tables
        SET started_at = ifnull(CASE WHEN json_valid(payload) THEN json_extract(payload, '$.played[0]') END, at)
        FROM journal WHERE table_id = id AND seq = 1
        """
    )
    # A game stays in the year it was counted in, also where the computer's time zone has changed since.
    db.execute(
        """
        UPDATE tables SET year = ifnull(
            (SELECT month / 100 FROM results WHERE table_id = id AND seat = 0),
            CAST(strftime('%Y', started_at, 'localtime') AS INTEGER)
        )
        """
    )
    db.table("tables").create_index(["group_id", "game", "started_at"])
    db.rename_table("results", "earlier_results")
    # The rows of a game lie side by side, which sqlite-utils can't ask for: figures are added up in half the time.
    db.execute(
        """
        CREATE TABLE results (
            table_id INTEGER NOT NULL REFERENCES tables(id),
            seat INTEGER NOT NULL,
            rank INTEGER NOT NULL,
            won INTEGER NOT NULL,
            total REAL NOT NULL,
            counts TEXT NOT NULL,
            PRIMARY KEY (table_id, seat)
        ) STRICT, WITHOUT ROWID
        """
    )
    db.execute(
        """
        INSERT INTO results (table_id, seat, rank, won, total, counts)
        SELECT table_id, seat, rank, won, total, json_remove(counts, '$.unopened') FROM earlier_results WHERE finished
        """
    )
    for derived in ("earlier_results", "summaries", "figures"):
        db.table(derived).drop()
    db.table("groups").add_column("version", int, not_null_default=0)
    _count_changes(db)


def _count_changes(db: Database) -> None:
    """Let every change of a group's tables, seats, players and results count up the group's version."""
    of_table = "SELECT group_id FROM tables WHERE id = {row}.table_id"
    whose = {"tables": "{row}.group_id", "players": "{row}.group_id", "seats": of_table, "results": of_table}
    rows = {"INSERT": ("NEW",), "UPDATE": ("OLD", "NEW"), "DELETE": ("OLD",)}
    for table, group in whose.items():
        for verb, both in rows.items():
            groups = ", ".join(f"({group.format(row=row)})" for row in both)
            db.execute(
                f"""
                CREATE TRIGGER {table}_{verb.lower()}_changes_group AFTER {verb} ON {table}
                BEGIN UPDATE groups SET version = version + 1 WHERE id IN ({groups}); END
                """  # noqa: S608 - names of our own
            )


@migrations()
def m005_titles(db: Database) -> None:
    """What a table calls its game, if not by its usual title, never changes: statistics are kept apart by it."""
    db.table("tables").add_column("title", str, not_null_default="")


@migrations()
def m006_hosts(db: Database) -> None:
    """Hosts, who a phone said it is, and from whose phone an entry came.

    Until now everybody who kept score could replace links. No phone loses what it could do: every scorer's link becomes
    a host's. Whoever wants to be the only host replaces the hosts' link.
    """
    db.rename_table("links", "earlier_links")
    db.execute(
        """
        CREATE TABLE links (
            key_hash TEXT PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            role TEXT NOT NULL CHECK (role IN ('host', 'scorer', 'watcher')),
            created_at TEXT NOT NULL,
            ended_at TEXT,
            through TEXT,
            seat INTEGER
        ) STRICT, WITHOUT ROWID
        """
    )
    db.execute(
        """
        INSERT INTO links (key_hash, table_id, role, created_at, ended_at, through)
        SELECT key_hash, table_id, replace(role, 'scorer', 'host'), created_at, ended_at, through FROM earlier_links
        """
    )
    db.table("earlier_links").drop()
    db.execute("CREATE INDEX links_table ON links(table_id)")
    db.execute("CREATE INDEX links_through ON links(through) WHERE through IS NOT NULL")
    db.table("tables").add_column("scorers_replaced", int, not_null_default=0)
    db.table("journal").add_column("phone", int)


@migrations()
def m007_links_changed(db: Database) -> None:
    """``tables.links_changed`` counts whatever becomes of a table's links, by triggers, so that its phones are told."""
    db.table("tables").add_column("links_changed", int, not_null_default=0)
    for verb in ("UPDATE", "DELETE"):
        db.execute(
            f"""
            CREATE TRIGGER links_{verb.lower()}_changes_table AFTER {verb} ON links
            BEGIN UPDATE tables SET links_changed = links_changed + 1 WHERE id = OLD.table_id; END
            """  # noqa: S608 - names of our own
        )


@migrations()
def m008_ways(db: Database) -> None:
    """Codes are longer, and wrong ones are not counted any more; what has been replaced opens no way that it opened.

    From now on ``links.through`` is the key that opened a link, a group's as before or another link's, and
    ``taken_in_by`` the link by which a table was put into its group.
    """
    db.execute("DELETE FROM codes")
    db.execute("DROP TABLE wrong_codes")
    db.execute("ALTER TABLE tables ADD COLUMN hosts_replaced INTEGER NOT NULL DEFAULT 0")
    db.execute("ALTER TABLE tables ADD COLUMN taken_in_by TEXT")
    db.execute("CREATE INDEX tables_taken_in_by ON tables(taken_in_by) WHERE taken_in_by IS NOT NULL")


@migrations()
def m009_opened(db: Database) -> None:
    """The day on which a table or a group was opened last, and when it was put away into a file."""
    for name in ("tables", "groups"):
        db.table(name).add_column("opened_on", str, not_null_default="")
        db.table(name).add_column("filed_at", str)
    db.execute("UPDATE tables SET opened_on = date('now')")
    db.execute("UPDATE groups SET opened_on = date('now')")


def unknown_steps(db: Database) -> list[str]:
    """The steps that a newer version of the companion has taken in this database, and this one does not know."""
    with closing(Database(memory=True).conn) as nothing:
        known = {step.name for step in migrations.pending(Database(nothing))}
    return sorted({step.name for step in migrations.applied(db)} - known, key=str)
