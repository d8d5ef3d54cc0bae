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
