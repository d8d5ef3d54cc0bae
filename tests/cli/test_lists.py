"""``companion tables`` and ``companion groups``: what is there, newest or largest first, and no secret."""

from datetime import datetime

from companion.store.groups import tables as group_tables
from companion.store.links import codes, links
from companion.store.upkeep.soundness import check
from tests.store.builders import a_group


def rows_of(result):
    """The cells of every row of a list."""
    status, shown, err = result
    assert (status, err) == (0, "")
    heads, _, *rows = ([cell.strip() for cell in line.split("|")] for line in shown.splitlines())
    return [dict(zip(heads, row, strict=True)) for row in rows]


def ids(result):
    return [row["Id"] for row in rows_of(result)]


def test_tables_newest_first(companion, tmp_path, everything):
    rows = rows_of(companion("tables", "--data", tmp_path))
    assert [row["Id"] for row in rows] == ["t4", "t3", "t2", "t1"]
    assert rows[0] | {"Size": "", "Last played": "", "Opened": ""} == {
        **{"Id": "t4", "Game": "Fool!", "Players": "Anne, Paul, Rachel, Camille", "Rounds": "1"},
        **{"Size": "", "Last played": "", "Opened": "", "Group": ""},
    }
    assert [row["Group"] for row in rows] == ["", "g2 Family", "g1 Thursdays", "g1 Thursdays"]
    assert [row["Rounds"] for row in rows] == ["1", "1", "0", "3"]
    played = datetime.fromisoformat("2024-03-07T18:00:00+00:00").astimezone().strftime("%Y-%m-%d %H:%M")
    assert rows[-1]["Last played"] == played


def test_groups_newest_first(companion, tmp_path, everything):
    rows = rows_of(companion("groups", "--data", tmp_path))
    assert [(row["Id"], row["Name"], row["Tables"], row["Players"]) for row in rows] == [
        ("g2", "Family", "1", "4"),
        ("g1", "Thursdays", "2", "7"),
    ]
    assert all(row["Size"].endswith("B") and row["Last played"].startswith("20") for row in rows)


def test_some_of_them_and_in_another_order(companion, tmp_path, everything):
    assert ids(companion("tables", "--largest", "--data", tmp_path))[0] == "t1"
    assert ids(companion("groups", "--largest", "--data", tmp_path)) == ["g1", "g2"]
    assert ids(companion("tables", "--group", "g1", "--data", tmp_path)) == ["t2", "t1"]
    assert ids(companion("tables", "--group", "G2", "--data", tmp_path)) == ["t3"]
    status, shown, err = companion("tables", "--most", 2, "--data", tmp_path)
    assert ids((status, shown, "")) == ["t4", "t3"]
    assert err == "There are more tables: see --most.\n"
    assert companion("groups", "--most", 1, "--data", tmp_path)[2] == "There are more groups: see --most.\n"
    assert len(rows_of(companion("tables", "--most", 4, "--data", tmp_path))) == 4


def test_tables_of_a_player_by_any_name(companion, tmp_path, everything):
    """Also by one that was corrected since, and by the group's."""
    thursdays, _, alone = everything
    alone.renaming(1, "Zoe")
    thursdays.calling("Camille", "Cam")
    for name, found in {"paul": ["t4", "t1"], "Zoe": ["t4"], "Cam": ["t1"], "Mia": ["t3"]}.items():
        assert ids(companion("tables", "--player", name, "--data", tmp_path)) == found
    assert companion("tables", "--player", "Ann", "--data", tmp_path) == (0, "There are no such tables.\n", "")


def test_what_is_deleted_is_not_listed(companion, store, tmp_path, thursdays, family):
    group_tables.delete_group(store, family.id)
    assert ids(companion("tables", "--data", tmp_path)) == ["t2", "t1"]
    group_tables.delete_group(store, thursdays.id)
    assert companion("tables", "--data", tmp_path) == (0, "There are no such tables.\n", "")
    assert companion("groups", "--data", tmp_path) == (0, "There are no groups.\n", "")


def test_no_list_shows_a_secret(companion, store, tmp_path, everything):
    """Neither a key nor a code."""
    thursdays, _, alone = everything
    code = codes.offer_code(store, links.share_link(store, alone.address, links.WATCHER))
    keys = [key for (key,) in store.db.execute("SELECT key FROM links")]
    shown = "".join(companion(name, "--data", tmp_path)[1] for name in ("tables", "groups", "status"))
    assert [secret for secret in (thursdays.key, alone.address, code, *keys) if secret in shown] == []


def test_many_long_names_are_cut(companion, store, tmp_path):
    a_group(store).with_table(" ".join(f"{letter * 40}" for letter in "ABCDEFGH"))
    (row,) = rows_of(companion("tables", "--data", tmp_path))
    assert row["Players"] == f"{'A' * 40}, {'B' * 17}…"


def test_a_table_that_can_not_be_replayed_is_listed_and_can_be_deleted(companion, store, tmp_path, alone):
    with store.writing() as db:
        row = {"table_id": 1, "seq": 3, "kind": "nonsense", "payload": "{}", "at": "2024", "key": "x"}
        db.table("journal").insert(row)
    (row,) = rows_of(companion("tables", "--data", tmp_path))
    assert (row["Players"], row["Rounds"]) == ("?", "?")
    assert companion("delete", "t1", "--yes", "--data", tmp_path)[1] == "t1 can't be read\nDeleted 1 table.\n"
    assert check(store.path).tables == 0
