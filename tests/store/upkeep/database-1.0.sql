BEGIN TRANSACTION;
CREATE TABLE codes (
    code TEXT PRIMARY KEY, key TEXT NOT NULL UNIQUE REFERENCES links(key), created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "codes" VALUES('86FDDFZ3US','g3DrgUxfKQXHkBEYfb3lww','2026-11-28T06:10:18.085+00:00');
INSERT INTO "codes" VALUES('RYGBX5NC8X','xo1ZHfJP4mGBeio60XpBnA','2026-11-28T06:10:18.257+00:00');
CREATE TABLE groups (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
INSERT INTO "groups" VALUES(1,'feb5ab180800056480ab50dbd9e84f77','Game night','2026-11-28T06:10:18.224+00:00');
INSERT INTO "groups" VALUES(2,'9f2c90739264b7ead7cb9fd279112ad0','Thursdays','2026-11-28T06:10:18.258+00:00');
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
INSERT INTO "journal" VALUES(1,1,'created','{"game":"fool","players":["Anne","Paul","Rachel","Camille"],"first_starter":0,"drawn":false,"options":{"end_score":-80,"tens_to_end":6,"tens_counted":"together","starter_by":"total","starter_tie":"left-first","equal_totals":"shared","left_early":"out"},"imported":false}','2026-11-28T06:10:17.804+00:00','99a85a441aaa6e3c8ff7c0f61d4f0a2be6eb4c662ee5183f44f35c2117e2f84d',NULL);
INSERT INTO "journal" VALUES(1,2,'round_entered','{"number":1,"round":{"hands":{"1":[17],"2":[],"3":[13],"4":[5]},"fools":["2"]}}','2026-11-28T06:10:18.064+00:00','e06f67086202d530a1d5ca49e37eba77c91e40e3fb1d86fc5335b7cad5b305c3',NULL);
INSERT INTO "journal" VALUES(1,3,'stopped','{"after":1}','2026-11-28T06:10:18.251+00:00','fe35e161c6a0401db6408e98cbc73a089e82fb72d027164c500a93384cbe6514',NULL);
INSERT INTO "journal" VALUES(1,4,'rematch_begun','{"table":4}','2026-11-28T06:10:18.253+00:00','c1ecd7220babdd0565a650f2b54732f8d44e5d4d08fa5f87d04221e715834cf1',NULL);
INSERT INTO "journal" VALUES(2,1,'created','{"game":"fool","players":["Anne","Paul","Bo","Cem"],"first_starter":0,"drawn":false,"options":{"end_score":-80,"tens_to_end":6,"tens_counted":"together","starter_by":"total","starter_tie":"left-first","equal_totals":"shared","left_early":"out"},"imported":false}','2026-11-28T06:10:18.227+00:00','acbb4ba08e64534a2c5b52dad083d30b68338f5dc86ae24659ac590a7f82c897',NULL);
INSERT INTO "journal" VALUES(3,1,'created','{"game":"fools-field","players":["Anne","Paul"],"first_starter":0,"drawn":false,"options":{"tie_full_point":"battle","two_all":"play-on"},"imported":false}','2026-11-28T06:10:18.249+00:00','bbebf1f0cf7aa27deefa14b7805bb2b7cb1a0a124eab30d7172d6dd146cb5b56',NULL);
INSERT INTO "journal" VALUES(4,1,'created','{"game":"fool","players":["Anne","Paul","Rachel","Camille"],"first_starter":0,"drawn":false,"options":{"end_score":-80,"tens_to_end":6,"tens_counted":"together","starter_by":"total","starter_tie":"left-first","equal_totals":"shared","left_early":"out"},"imported":false}','2026-11-28T06:10:18.252+00:00','e149ca70c8276934c12f71db04127590106150bf545b5b81bba7990b68b9f225',NULL);
INSERT INTO "journal" VALUES(5,1,'created','{"game":"fool","players":["Anne","Paul","Rachel","Camille"],"first_starter":0,"drawn":false,"options":{"end_score":-80,"tens_to_end":6,"tens_counted":"together","starter_by":"total","starter_tie":"left-first","equal_totals":"shared","left_early":"out"},"imported":true}','2026-11-28T06:10:18.258+00:00','1df156b321ecf05fd753ddefe289975c63f8224b085ce1048c04426bc1434ace',NULL);
INSERT INTO "journal" VALUES(5,2,'round_entered','{"number":1,"round":{"hands":{"1":80,"2":[],"3":[],"4":[]},"fools":["4"]}}','2026-11-28T06:10:18.258+00:00','ea1b128e1f5cbc13da0792b5a7917d6893f3dec1e4ff035e7de563bb37125024',NULL);
INSERT INTO "journal" VALUES(6,1,'created','{"game":"fool","players":["Anna","Paul","Rachel","Camille"],"first_starter":0,"drawn":false,"options":{"end_score":-80,"tens_to_end":6,"tens_counted":"together","starter_by":"total","starter_tie":"left-first","equal_totals":"shared","left_early":"out"},"imported":true,"played":["2024-03-07T18:00:00.000+00:00","2024-03-07T18:00:00.000+00:00"]}','2026-11-28T06:10:18.263+00:00','28139b787d185654cebadd93bcef1e91d3831f4c659be542891a5b6a58c17a0d',NULL);
INSERT INTO "journal" VALUES(6,2,'round_entered','{"number":1,"round":{"hands":{"1":[],"2":80,"3":[],"4":[]},"fools":["4"]}}','2026-11-28T06:10:18.263+00:00','94182e269d09b8fb128ce8149cd1911907b02afd4a50ce1da983bf5d24f4d6ad',NULL);
INSERT INTO "journal" VALUES(7,1,'created','{"game":"fool","players":["Anne","Bo","Cem","Dee"],"first_starter":0,"drawn":false,"options":{"end_score":-80,"tens_to_end":6,"tens_counted":"together","starter_by":"total","starter_tie":"left-first","equal_totals":"shared","left_early":"out"},"imported":true}','2026-11-28T06:10:18.264+00:00','b84da2ea1108824d7719fd3fb787e2c72463ce873a20b12cfbc2cbfbd7005f0f',NULL);
INSERT INTO "journal" VALUES(7,2,'round_entered','{"number":1,"round":{"hands":{"1":5,"2":[],"3":3,"4":7},"fools":[]}}','2026-11-28T06:10:18.264+00:00','540d80830682908c8f10204b0cb6c3648cdc70d374bb02603d7295c398ba8cd3',NULL);
INSERT INTO "journal" VALUES(8,1,'created','{"game":"fool","players":["Anne","Paul","Rachel","Camille"],"first_starter":0,"drawn":false,"options":{"end_score":-80,"tens_to_end":6,"tens_counted":"together","starter_by":"total","starter_tie":"left-first","equal_totals":"shared","left_early":"out"},"imported":false}','2026-11-28T06:10:18.268+00:00','21ce10911808175f6471030d3888c51deeb3e89c4af97e598381fddc0071c4ea',NULL);
INSERT INTO "journal" VALUES(8,2,'round_entered','{"number":1,"round":{"hands":{"1":[17],"2":[],"3":[13],"4":[]},"fools":[]}}','2026-11-28T06:10:18.269+00:00','5acc9a5c027b5cd3aa78fa902f55797a40822bbfe5aafcd53bea270893a47512',NULL);
INSERT INTO "journal" VALUES(8,3,'players_renamed','{"names":[[1,"Paula"]]}','2026-11-28T06:10:18.270+00:00','f2daec92e245077070d3d4ddcee5bcdb849663a14cefd0aba4d69d47f38719b0',NULL);
INSERT INTO "journal" VALUES(8,4,'undone','{"seq":3}','2026-11-28T06:10:18.270+00:00','a8061ea5d24ece06c7934d3030ea93400a46d00649fc8677301e9ed247612aa4',NULL);
INSERT INTO "journal" VALUES(8,5,'undone','{"seq":2}','2026-11-28T06:10:18.271+00:00','5ca7922b461579eeaf53a62fe8594617506cf3b6e9f3881f6e2b1c16cfcd8cc5',NULL);
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
INSERT INTO "links" VALUES(1,'MXqy9CrIMz8b-FVvqIiCUQ',1,NULL,'host',NULL,'072bdebda525fc91824f2347d31a4cf43d1c0d6ea210c39975d36587dddc04e9',0,'2026-11-28T06:10:17.805+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(2,'KUJB0czAtZo0r9hIDH1ZSA',1,NULL,'host',0,NULL,0,'2026-11-28T06:10:17.810+00:00',NULL,'secret-of-the-hostxxxx',NULL,NULL,1,0);
INSERT INTO "links" VALUES(3,'I-GZ1smHqe5eclFgmoIeZg',1,NULL,'scorer',NULL,NULL,0,'2026-11-28T06:10:18.082+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(4,'g3DrgUxfKQXHkBEYfb3lww',1,NULL,'watcher',NULL,NULL,0,'2026-11-28T06:10:18.083+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(5,'Sx2RClCGuOW_FlCNBnKb4A',1,NULL,'scorer',1,NULL,0,'2026-11-28T06:10:18.160+00:00',NULL,'secret-of-the-scorerxx',NULL,NULL,3,0);
INSERT INTO "links" VALUES(6,'Kt9AdSBQ8WoHxangD2z4Ew',1,NULL,'watcher',2,NULL,0,'2026-11-28T06:10:18.204+00:00',NULL,'secret-of-the-watcherx',NULL,'scorer',4,0);
INSERT INTO "links" VALUES(7,'TyUgiJAEoSDPdvFyyBrUzQ',NULL,1,'host',NULL,'0cc814f93c9f67cca1db1fe2a951c308d8836e41b04f3b119a7d36dab9e8cc29',0,'2026-11-28T06:10:18.225+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(8,'majez5RdkLV6MPPecdnrGA',2,1,'host',NULL,'59d581902179f7ef15f268b28283004a2589bcffb51e72dafbf494767d6c6162',0,'2026-11-28T06:10:18.230+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(9,'iZxfNU-b6L0J44oU31mujw',2,1,'host',NULL,NULL,0,'2026-11-28T06:10:18.234+00:00',NULL,'secret-of-the-hostxxxx',NULL,NULL,8,0);
INSERT INTO "links" VALUES(10,'MMKk2kaWaJG9i_wrVx0NFw',3,NULL,'host',NULL,'4f956f488118764965dbb09ad5a2276d79289872de3fefa10fe46fceb8c8513a',0,'2026-11-28T06:10:18.249+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(11,'gqJVr3wteRN9YdRT8hg-oA',4,NULL,'host',0,'KUJB0czAtZo0r9hIDH1ZSA 4',0,'2026-11-28T06:10:18.254+00:00',NULL,'secret-of-the-hostxxxx',NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(12,'sg1n4crMhCFSuVniOyfncA',4,NULL,'scorer',NULL,'I-GZ1smHqe5eclFgmoIeZg 4',0,'2026-11-28T06:10:18.255+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(13,'xo1ZHfJP4mGBeio60XpBnA',4,NULL,'watcher',NULL,NULL,0,'2026-11-28T06:10:18.256+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(14,'YOO78IFDDL9RG1HuS7ARpg',NULL,2,'host',NULL,NULL,0,'2026-11-28T06:10:18.258+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(15,'JIbhsipHw7SZODoYEP2Jkw',5,2,'host',NULL,'2dfc7a6b1b315f78e066eb4f9510712b824bf50753e51808c8c5d2d0bbef6ce2',0,'2026-11-28T06:10:18.261+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(16,'1oHpZCdGDuS7HXlajkbqaA',7,2,'host',NULL,'6d7162a6b12670a5108e9b6d4cc1ceede55be994e69ac6940a242d881bdf4e88',0,'2026-11-28T06:10:18.266+00:00',NULL,NULL,NULL,NULL,NULL,0);
INSERT INTO "links" VALUES(17,'mfLK1TX3z7IEJocXr6wiJA',8,NULL,'host',NULL,'07c3db2e269cd4a819edfc27fc33d124fd953bdfd85486396ac5fc812e92a2d8',0,'2026-11-28T06:10:18.268+00:00',NULL,NULL,NULL,NULL,NULL,0);
CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    group_id INTEGER NOT NULL REFERENCES groups(id),
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    hidden INTEGER NOT NULL DEFAULT 0,
    same_as INTEGER REFERENCES players(id),
    UNIQUE (group_id, folded)
) STRICT;
INSERT INTO "players" VALUES(1,1,'Anne','anne',0,NULL);
INSERT INTO "players" VALUES(2,1,'Paul','paul',0,NULL);
INSERT INTO "players" VALUES(3,1,'Rachel','rachel',0,NULL);
INSERT INTO "players" VALUES(4,1,'Camille','camille',0,NULL);
INSERT INTO "players" VALUES(5,1,'Bo','bo',0,NULL);
INSERT INTO "players" VALUES(6,1,'Cem','cem',0,NULL);
INSERT INTO "players" VALUES(7,2,'Anne','anne',0,NULL);
INSERT INTO "players" VALUES(8,2,'Paul','paul',0,NULL);
INSERT INTO "players" VALUES(9,2,'Rachel','rachel',0,NULL);
INSERT INTO "players" VALUES(10,2,'Camille','camille',0,NULL);
INSERT INTO "players" VALUES(11,2,'Anna','anna',0,7);
INSERT INTO "players" VALUES(12,2,'Bo','bo',0,NULL);
INSERT INTO "players" VALUES(13,2,'Cem','cem',0,NULL);
INSERT INTO "players" VALUES(14,2,'Dee','dee',1,NULL);
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables(id),
    seat INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    won INTEGER NOT NULL,
    total REAL NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(1,0,4,0,-17.0,'{"rounds": 1, "outs": 0, "tens": 0, "befooled": 0, "left": 17, "starts": 1, "starts_won": 0, "opened": 1, "opened_won": 0}');
INSERT INTO "results" VALUES(1,1,1,1,0.0,'{"rounds": 1, "outs": 1, "tens": 0, "befooled": 1, "left": 0, "starts": 0, "starts_won": 0, "opened": 0, "opened_won": 0}');
INSERT INTO "results" VALUES(1,2,3,0,-13.0,'{"rounds": 1, "outs": 0, "tens": 0, "befooled": 0, "left": 13, "starts": 0, "starts_won": 0, "opened": 0, "opened_won": 0}');
INSERT INTO "results" VALUES(1,3,2,0,-5.0,'{"rounds": 1, "outs": 0, "tens": 0, "befooled": 0, "left": 5, "starts": 0, "starts_won": 0, "opened": 0, "opened_won": 0}');
INSERT INTO "results" VALUES(5,0,4,0,-80.0,'{"rounds": 1, "outs": 0, "tens": 0, "befooled": 0, "left": 80, "starts": 1, "starts_won": 0, "opened": 1, "opened_won": 0}');
INSERT INTO "results" VALUES(5,1,1,1,10.0,'{"rounds": 1, "outs": 1, "tens": 1, "befooled": 0, "left": 0, "starts": 0, "starts_won": 0, "opened": 0, "opened_won": 0}');
INSERT INTO "results" VALUES(5,2,1,1,10.0,'{"rounds": 1, "outs": 1, "tens": 1, "befooled": 0, "left": 0, "starts": 0, "starts_won": 0, "opened": 0, "opened_won": 0}');
INSERT INTO "results" VALUES(5,3,3,0,0.0,'{"rounds": 1, "outs": 1, "tens": 0, "befooled": 1, "left": 0, "starts": 0, "starts_won": 0, "opened": 0, "opened_won": 0}');
INSERT INTO "results" VALUES(6,0,1,1,10.0,'{"rounds": 1, "outs": 1, "tens": 1, "befooled": 0, "left": 0, "starts": 1, "starts_won": 1, "opened": 1, "opened_won": 1}');
INSERT INTO "results" VALUES(6,1,4,0,-80.0,'{"rounds": 1, "outs": 0, "tens": 0, "befooled": 0, "left": 80, "starts": 0, "starts_won": 0, "opened": 0, "opened_won": 0}');
INSERT INTO "results" VALUES(6,2,1,1,10.0,'{"rounds": 1, "outs": 1, "tens": 1, "befooled": 0, "left": 0, "starts": 0, "starts_won": 0, "opened": 0, "opened_won": 0}');
INSERT INTO "results" VALUES(6,3,3,0,0.0,'{"rounds": 1, "outs": 1, "tens": 0, "befooled": 1, "left": 0, "starts": 0, "starts_won": 0, "opened": 0, "opened_won": 0}');
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables(id),
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    player_id INTEGER NOT NULL REFERENCES players(id),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,'Anne',1);
INSERT INTO "seats" VALUES(1,1,'Paul',2);
INSERT INTO "seats" VALUES(1,2,'Rachel',3);
INSERT INTO "seats" VALUES(1,3,'Camille',4);
INSERT INTO "seats" VALUES(2,0,'Anne',1);
INSERT INTO "seats" VALUES(2,1,'Paul',2);
INSERT INTO "seats" VALUES(2,2,'Bo',5);
INSERT INTO "seats" VALUES(2,3,'Cem',6);
INSERT INTO "seats" VALUES(5,0,'Anne',7);
INSERT INTO "seats" VALUES(5,1,'Paul',8);
INSERT INTO "seats" VALUES(5,2,'Rachel',9);
INSERT INTO "seats" VALUES(5,3,'Camille',10);
INSERT INTO "seats" VALUES(6,0,'Anna',11);
INSERT INTO "seats" VALUES(6,1,'Paul',8);
INSERT INTO "seats" VALUES(6,2,'Rachel',9);
INSERT INTO "seats" VALUES(6,3,'Camille',10);
INSERT INTO "seats" VALUES(7,0,'Anne',7);
INSERT INTO "seats" VALUES(7,1,'Bo',12);
INSERT INTO "seats" VALUES(7,2,'Cem',13);
INSERT INTO "seats" VALUES(7,3,'Dee',14);
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
INSERT INTO "tables" VALUES(1,'fool','','04aa3647abbf23a0ebd4de8b76cb1e7e',1,'2026-11-28T06:10:17.804+00:00','2026-11-28T06:10:17.804+00:00',2026,'2026-11-28T06:10:18.225+00:00',NULL,NULL,4,0);
INSERT INTO "tables" VALUES(2,'fool','','3205f5060786bda21f644e429ddf806b',1,'2026-11-28T06:10:18.227+00:00','2026-11-28T06:10:18.227+00:00',2026,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES(3,'fools-field','','17ee393ee030f43cbdb5c33aeb9f2037',NULL,'2026-11-28T06:10:18.249+00:00','2026-11-28T06:10:18.249+00:00',2026,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES(4,'fool','','b306d1f69c8cfe8b678f9f11ccb27749',NULL,'2026-11-28T06:10:18.252+00:00','2026-11-28T06:10:18.252+00:00',2026,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES(5,'fool','','c6a8805259462b0504a84bb680a80c80',2,'2026-11-28T06:10:18.258+00:00','2026-11-28T06:10:18.258+00:00',2026,NULL,'2026-11-28T06:10:18.267+00:00',NULL,0,0);
INSERT INTO "tables" VALUES(6,'fool','','8d19248a1ceec45302bea06ed2c57794',2,'2026-11-28T06:10:18.263+00:00','2024-03-07T18:00:00.000+00:00',2024,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES(7,'fool','','ee221d5fd2e8c8d7dd1b5cab7c9dc1dc',2,'2026-11-28T06:10:18.264+00:00','2026-11-28T06:10:18.264+00:00',2026,NULL,NULL,NULL,0,0);
INSERT INTO "tables" VALUES(8,'fool','','09ee2cbb34f9da4e8b38ebc9aebdd5e0',NULL,'2026-11-28T06:10:18.268+00:00','2026-11-28T06:10:18.268+00:00',2026,NULL,NULL,NULL,0,0);
CREATE UNIQUE INDEX tables_group ON tables(group_id, uid);
CREATE INDEX tables_listed ON tables(group_id, game, started_at);
CREATE INDEX links_table ON links(table_id);
CREATE INDEX links_group ON links(group_id) WHERE group_id IS NOT NULL;
CREATE INDEX links_request ON links(request) WHERE request IS NOT NULL;
CREATE INDEX players_same_as ON players(same_as) WHERE same_as IS NOT NULL;
CREATE INDEX seats_player ON seats(player_id);
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal
WHEN (SELECT deleted_at FROM tables WHERE id = OLD.table_id) IS NULL  -- a deleted table loses its journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER links_update_changes_table AFTER UPDATE ON links  -- phones are told
BEGIN UPDATE tables SET links_changed = links_changed + 1 WHERE id = OLD.table_id; END;
CREATE TRIGGER links_delete_changes_table AFTER DELETE ON links
BEGIN UPDATE tables SET links_changed = links_changed + 1 WHERE id = OLD.table_id; END;
COMMIT;
PRAGMA user_version = 1;
