"""The schema, migration by migration. None is edited once it has been released: add another."""

from contextlib import closing

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("companion 1")  # "companion" is the list of databases that were made before version 1.0.0

VERSION_1_0 = """
CREATE TABLE groups (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    uid TEXT,
    group_id INTEGER REFERENCES groups(id),
    created_at TEXT NOT NULL,
    started_at TEXT,
    year INTEGER,
    taken_in_at TEXT,
    archived_at TEXT,
    deleted_at TEXT,
    links_changed INTEGER NOT NULL DEFAULT 0,
    asks_off INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX tables_group ON tables(group_id, uid);
CREATE INDEX tables_listed ON tables(group_id, game, started_at);
CREATE TABLE journal (
    table_id INTEGER NOT NULL REFERENCES tables(id),
    seq INTEGER NOT NULL CHECK (seq > 0),
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    at TEXT NOT NULL,
    key TEXT NOT NULL,
    phone INTEGER,
    PRIMARY KEY (table_id, seq),
    UNIQUE (key, table_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE links (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    table_id INTEGER REFERENCES tables(id),
    group_id INTEGER REFERENCES groups(id),
    role TEXT NOT NULL CHECK (role IN ('host', 'scorer', 'watcher')),
    seat INTEGER,
    request TEXT,
    replaces INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    ended_at TEXT,
    secret TEXT,
    name TEXT,
    asks TEXT,
    via INTEGER,
    offered INTEGER NOT NULL DEFAULT 0,
    CHECK (table_id IS NOT NULL OR group_id IS NOT NULL)
) STRICT;
CREATE INDEX links_table ON links(table_id);
CREATE INDEX links_group ON links(group_id) WHERE group_id IS NOT NULL;
CREATE INDEX links_request ON links(request) WHERE request IS NOT NULL;
CREATE TABLE codes (
    code TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE REFERENCES links(key), created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    group_id INTEGER NOT NULL REFERENCES groups(id),
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    hidden INTEGER NOT NULL DEFAULT 0,
    same_as INTEGER REFERENCES players(id),
    UNIQUE (group_id, folded)
) STRICT;
CREATE INDEX players_same_as ON players(same_as) WHERE same_as IS NOT NULL;
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables(id),
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players(id),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_player ON seats(player_id);
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables(id),
    seat INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    won INTEGER NOT NULL,
    total REAL NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
WHEN (SELECT deleted_at FROM tables WHERE id = OLD.table_id) IS NULL  -- a deleted table loses its journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER links_update_changes_table AFTER UPDATE ON links  -- phones are told
BEGIN UPDATE tables SET links_changed = links_changed + 1 WHERE id = OLD.table_id; END;
CREATE TRIGGER links_delete_changes_table AFTER DELETE ON links
BEGIN UPDATE tables SET links_changed = links_changed + 1 WHERE id = OLD.table_id; END;
"""


@migrations()
def m001_version_1_0(db: Database) -> None:
    """Create the tables of version 1.0, unless that version has: it listed no migrations here."""
    if not db.table("tables").exists():
        for statement in VERSION_1_0.split(";\n"):  # a semicolon at the end of a line ends a statement
            db.execute(statement)


@migrations()
def m003_players_at_seats(db: Database) -> None:
    """Let seats name the player for whom a spelling stands, and tables say when they were added to a group."""
    db.execute("ALTER TABLE tables RENAME COLUMN taken_in_at TO added_at")
    person = "SELECT same_as FROM players WHERE id = player_id"
    db.execute(f"UPDATE seats SET player_id = ifnull(({person}), player_id)")  # noqa: S608


def is_from_before_1_0(db: Database) -> bool:
    """Return whether a database of the companion was made before version 1.0.0."""
    return "asks_off" not in db.table("tables").columns_dict


def is_newer(db: Database) -> bool:
    """Return whether a database has had migrations that this version doesn't know."""
    with closing(Database(memory=True).conn) as empty:
        known = {migration.name for migration in migrations.pending(Database(empty))}
    return any(migration.name not in known for migration in migrations.applied(db))


def is_current(db: Database) -> bool:
    """Return whether a database is up to date: then it opens on a full disk as well."""
    return not migrations.pending(db)


def migrate(db: Database) -> None:
    """Bring a database up to date, inside a transaction."""
    migrations.apply(db)
    db.execute(f"PRAGMA user_version = {len(migrations.applied(db))}")  # by which version 1.0.0 refuses a newer one
