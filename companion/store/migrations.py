"""The schema, step by step. A step is never edited once it has been released: add another."""

from contextlib import closing

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("companion")

BEFORE_1_0 = "m001_tables_links_journal"
"""The first step of databases that were made before version 1.0."""

TABLES = """
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
    links_changed INTEGER NOT NULL DEFAULT 0
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
) STRICT, WITHOUT ROWID
"""

_LINKS_CHANGED = "BEGIN UPDATE tables SET links_changed = links_changed + 1 WHERE id = OLD.table_id; END"

# A deleted table loses its journal; any other's only grows. Phones are told when a link of their table changes.
TRIGGERS = {
    "journal_no_update": "BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END",
    "journal_no_delete": (
        "BEFORE DELETE ON journal WHEN (SELECT deleted_at FROM tables WHERE id = OLD.table_id) IS NULL "
        "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
    ),
    "links_update_changes_table": f"AFTER UPDATE ON links {_LINKS_CHANGED}",
    "links_delete_changes_table": f"AFTER DELETE ON links {_LINKS_CHANGED}",
}


@migrations()
def m001_version_1_0(db: Database) -> None:
    """Create what version 1.0 stores."""
    for sql in TABLES.split(";"):
        db.execute(sql)
    for name, sql in TRIGGERS.items():
        db.execute(f"CREATE TRIGGER {name} {sql}")


@migrations()
def m002_phones(db: Database) -> None:
    """Add links of one phone each, and what a phone asks for."""
    columns = ("secret TEXT", "name TEXT", "asks TEXT", "via INTEGER", "offered INTEGER NOT NULL DEFAULT 0")
    for column in columns:
        db.execute(f"ALTER TABLE links ADD COLUMN {column}")
    db.execute("ALTER TABLE tables ADD COLUMN asks_off INTEGER NOT NULL DEFAULT 0")


def find_unknown_steps(db: Database) -> list[str]:
    """Return the steps taken in this database that this version doesn't know."""
    with closing(Database(memory=True).conn) as empty:
        ours = {step.name for step in migrations.pending(Database(empty))}
    return sorted({step.name for step in migrations.applied(db)} - ours, key=str)
