-- A statement ends where a line ends with its semicolon.
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
CREATE TABLE rematches (table_id, id, players, players_there);
-- Those that would have followed to a rematch of version 1.0: its links of their role were never replaced.
CREATE TRIGGER rematches_take_along AFTER INSERT ON rematches
BEGIN
    UPDATE tables SET rematch_of = (SELECT ifnull(rematch_of, id) FROM tables WHERE id = NEW.table_id)
    WHERE id = NEW.id; INSERT OR IGNORE INTO phones (table_id, secret, role, seat, name, came_by, created_at, role_at)
    SELECT NEW.id, secret, role, (
        SELECT there.key FROM json_each(NEW.players) AS here JOIN json_each(NEW.players_there) AS there USING (value)
        WHERE here.key = seat
    ), name, came_by, created_at, role_at
    FROM phones WHERE table_id = NEW.table_id AND ended_at IS NULL AND NOT EXISTS (
        SELECT 1 FROM links_of_1_0
        WHERE table_id = NEW.id AND links_of_1_0.role IN (phones.role, 'host') AND replaces = 2
    ) ORDER BY id; END;
INSERT INTO rematches
SELECT DISTINCT begun.table_id, tables.id,
    json_extract(one.payload, '$.players'), json_extract(other.payload, '$.players')
FROM journal AS begun JOIN tables ON tables.id = json_extract(begun.payload, '$.table')
JOIN journal AS one ON one.table_id = begun.table_id AND one.seq = 1
JOIN journal AS other ON other.table_id = tables.id AND other.seq = 1
WHERE begun.kind = 'rematch_begun' ORDER BY tables.id;
DROP TABLE rematches;
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
