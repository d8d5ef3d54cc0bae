ALTER TABLE tables RENAME COLUMN taken_in_at TO added_at;
UPDATE seats SET player_id = ifnull((SELECT same_as FROM players WHERE id = player_id), player_id);
UPDATE results SET counts = json_set(counts, '$.game_rounds', (
    SELECT max(json_extract(counts, '$.rounds')) FROM results AS each WHERE each.table_id = results.table_id
));
