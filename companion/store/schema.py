"""The schema, migration by migration. None is edited once it has been released: add another."""

from contextlib import closing
from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.store.folder import CommandRefused

migrations = Migrations("companion 1")  # "companion" is the list of databases that were made before version 1.0


@migrations()
def m001_version_1_0(db: Database) -> None:
    """Create the tables of version 1.0, unless that version has: it listed no migrations here."""
    if not db.table("tables").exists():
        _execute(db, Path(__file__).with_name("version_1_0.sql").read_text("utf-8"))


LINKS_AND_PHONES = """
DROP TRIGGER links_update_changes_table;
DROP TRIGGER links_delete_changes_table;
DROP INDEX links_table;
DROP INDEX links_group;
DROP INDEX links_request;
ALTER TABLE links RENAME TO links_of_1_0;
CREATE TABLE links (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    table_id INTEGER REFERENCES tables(id),
    group_id INTEGER REFERENCES groups(id),
    role TEXT NOT NULL CHECK (role IN ('host', 'scorer', 'watcher')),
    code TEXT UNIQUE,
    made_by TEXT,
    created_at TEXT NOT NULL,
    ended_at TEXT,
    CHECK ((table_id IS NULL) <> (group_id IS NULL))
) STRICT;
CREATE TABLE phones (
    id INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables(id),
    secret TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('host', 'deputy', 'scorer', 'watcher')),
    seat INTEGER,
    name TEXT,
    asks TEXT,
    came_by INTEGER REFERENCES links(id),
    offer_declined INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    role_at TEXT NOT NULL,
    ended_at TEXT,
    UNIQUE (table_id, secret)
) STRICT;
ALTER TABLE tables ADD COLUMN rematch_of INTEGER REFERENCES tables(id);
INSERT INTO links (id, key, table_id, group_id, role, made_by, created_at, ended_at)
SELECT id, key, table_id, iif(table_id IS NULL, group_id, NULL),
    iif(table_id IS NULL OR role <> 'host', role, 'scorer'), request,
    -- One phone's own link is no way back for another that was removed: it is older than that.
    iif(secret IS NULL, created_at, (SELECT created_at FROM tables WHERE tables.id = table_id)), ended_at
FROM links_of_1_0;
INSERT INTO links (key, table_id, role, code, created_at, ended_at)
SELECT lower(hex(randomblob(16))), table_id, role, code, codes.created_at, ended_at
FROM codes JOIN links_of_1_0 USING (key);
INSERT INTO phones (table_id, secret, role, seat, name, asks, came_by, offer_declined, created_at, role_at, ended_at)
SELECT table_id, secret, role, seat, name, asks, came_by, offered, first_at, first_at, ended_at FROM (
    SELECT *,
        iif(group_id IS NULL, via, (
            SELECT id FROM links WHERE links.group_id = links_of_1_0.group_id
            ORDER BY ended_at IS NOT NULL, id DESC LIMIT 1
        )) AS came_by,
        row_number() OVER (PARTITION BY table_id, secret ORDER BY ended_at IS NOT NULL, id DESC) AS place,
        min(id) OVER (PARTITION BY table_id, secret) AS first_id,
        min(created_at) OVER (PARTITION BY table_id, secret) AS first_at
    FROM links_of_1_0 WHERE table_id IS NOT NULL AND secret IS NOT NULL
) WHERE place = 1 ORDER BY first_id;
"""
TELL_PHONES = """
DROP TABLE codes;
DROP TABLE links_of_1_0;
CREATE INDEX tables_rematch_of ON tables(rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX links_table ON links(table_id) WHERE table_id IS NOT NULL;
CREATE INDEX links_group ON links(group_id) WHERE group_id IS NOT NULL;
CREATE INDEX links_made_by ON links(made_by) WHERE made_by IS NOT NULL;
CREATE INDEX phones_secret ON phones(secret);
CREATE TRIGGER links_update_changes_table AFTER UPDATE ON links
BEGIN UPDATE tables SET links_changed = links_changed + 1 WHERE id = OLD.table_id; END;
CREATE TRIGGER phones_update_changes_table AFTER UPDATE ON phones
BEGIN UPDATE tables SET links_changed = links_changed + 1 WHERE id = OLD.table_id; END;
"""
TAKE_ALONG = """
    INSERT OR IGNORE INTO phones (table_id, secret, role, seat, name, came_by, created_at, role_at)
    SELECT ?, secret, role, (
        SELECT there.key FROM json_each(?) AS here JOIN json_each(?) AS there USING (value) WHERE here.key = seat
    ), name, came_by, created_at, role_at
    FROM phones WHERE table_id = ? AND ended_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM links_of_1_0
        WHERE table_id = ? AND links_of_1_0.role IN (phones.role, 'host') AND replaces = 2
    ) ORDER BY id
"""  # those that would have followed to a rematch of version 1.0: its links of their role were never replaced


@migrations()
def m002_links_and_phones(db: Database) -> None:
    """Keep apart the links that are handed on and the phones that are known; a table says what it is a rematch of.

    Every address of before opens its table; a host's alone keeps score.
    """
    _execute(db, LINKS_AND_PHONES)
    begun = """
        SELECT DISTINCT begun.table_id, tables.id,
            json_extract(one.payload, '$.players'), json_extract(other.payload, '$.players')
        FROM journal AS begun JOIN tables ON tables.id = json_extract(begun.payload, '$.table')
        JOIN journal AS one ON one.table_id = begun.table_id AND one.seq = 1
        JOIN journal AS other ON other.table_id = tables.id AND other.seq = 1
        WHERE begun.kind = 'rematch_begun' ORDER BY tables.id
    """
    first: dict[int, int] = {}
    for table_id, rematch_id, players, players_there in db.execute(begun).fetchall():
        first[rematch_id] = first.get(table_id, table_id)
        db.execute("UPDATE tables SET rematch_of = ? WHERE id = ?", [first[rematch_id], rematch_id])
        db.execute(TAKE_ALONG, [rematch_id, players, players_there, table_id, rematch_id])
    _execute(db, TELL_PHONES)


def _execute(db: Database, script: str) -> None:
    for statement in script.split(";\n"):  # Python's ``executescript`` would commit first
        db.execute(statement)


@migrations()
def m003_players_at_seats(db: Database) -> None:
    """Let seats name the player for whom a spelling stands, tables when they were added, results the game's rounds.

    Those weren't stored: the most that anybody played counts.
    """
    db.execute("ALTER TABLE tables RENAME COLUMN taken_in_at TO added_at")
    person = "SELECT same_as FROM players WHERE id = player_id"
    db.execute(f"UPDATE seats SET player_id = ifnull(({person}), player_id)")  # noqa: S608
    most = "SELECT max(json_extract(counts, '$.rounds')) FROM results AS each WHERE each.table_id = results.table_id"
    db.execute(f"UPDATE results SET counts = json_set(counts, '$.game_rounds', ({most}))")  # noqa: S608


def refuse_foreign_database(db: Database, path: Path) -> None:
    """Raise CommandRefused if a database is another program's, or another version's."""
    if "asks_off" not in db.table("tables").columns_dict:
        raise CommandRefused(f"{path} isn’t a database of the companion, or was made before version 1.0.")
    with closing(Database(memory=True).conn) as empty:
        registered = {migration.name for migration in migrations.pending(Database(empty))}
    if any(migration.name not in registered for migration in migrations.applied(db)):
        raise CommandRefused(f"{path} was made by a newer version of the companion.")


def migrate(db: Database) -> None:
    """Bring a database up to date, inside a transaction."""
    migrations.apply(db)
    db.execute(f"PRAGMA user_version = {len(migrations.applied(db))}")  # by which version 1.0 refuses a newer one
