"""``companion delete``: tables, groups and names are gone for good, after a question."""

from contextlib import closing

import pytest

from companion.store.groups import tables as group_tables
from companion.store.journal.tables import open_table
from companion.store.links.links import LinkEnded
from companion.store.upkeep.soundness import check
from tests.cli.test_links import HOST, role_of
from tests.cli.test_lists import ids
from tests.command import last_line, one_plain_line
from tests.server import Ear, a_round, ask, start_table
from tests.store.builders import a_group

LISTED = "companion tables and companion groups list them, such as t12 and g3."


@pytest.fixture
def delete(companion, tmp_path):
    """What the command says that need not ask."""

    def run(*arguments):
        return companion("delete", *arguments, "--yes", "--data", tmp_path)

    return run


def test_a_table_is_deleted_with_its_journal_and_links(delete, store, everything):
    _, _, alone = everything
    status, shown, err = delete("t4")
    assert (status, err) == (0, "")
    assert shown.startswith("t4 Fool!: Anne, Paul, Rachel, Camille, 1 round, last played 20")
    assert shown.endswith("\nDeleted 1 table.\n")
    with pytest.raises(LinkEnded) as ended:
        open_table(store, alone.address)
    assert ended.value.deleted
    assert not store.db.table("journal").count_where("table_id = 4")
    assert check(store.path).problems == ()


def test_a_group_is_deleted_with_its_tables_and_players(delete, companion, store, tmp_path, everything):
    thursdays, family, alone = everything
    links_before = thursdays.phone(1).address
    group_tables.add_to_group(store, thursdays.id, alone.address)
    told = "g1 Thursdays: 2 tables and 7 players; 1 table begun elsewhere only leaves it\nDeleted 1 group.\n"
    assert delete("g1") == (0, told, "")
    assert (role_of(store, links_before), role_of(store, alone.address)) == ("ended", HOST)
    assert ids(companion("tables", "--data", tmp_path)) == ["t4", "t3"]
    assert family.people
    assert check(store.path).problems == ()
    for which in ("t1", "g1"):
        assert one_plain_line(companion("link", which, "--data", tmp_path)).startswith("There is no ")


def test_what_is_deleted_is_overwritten_in_the_file(delete, store, thursdays):
    a_group(store, "Rumpelstilzchen").with_table("Wolpertinger Bo Cem Dee", *["-9 10 -3 -7"] * 5)
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Wolpertinger" in store.path.read_bytes()
    delete("g2")
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Wolpertinger" not in store.path.read_bytes()
    assert b"Rumpelstilzchen" not in store.path.read_bytes()


@pytest.mark.parametrize(
    ("answer", "gone"), [(b"y\n", True), (b" Yes\n", True), (b"n\n", False), (b"\n", False), (b"", False)]
)
def test_it_asks_before(companion, store, tmp_path, alone, answer, gone):
    status, shown, err = companion("delete", "t1", "--data", tmp_path, stdin=answer)
    assert shown.startswith("t1 Fool!: Anne, Paul, Rachel, Camille, 1 round")
    assert "Delete? Nobody can bring it back; backups and files keep what they have. [y/N]: " in err
    assert (role_of(store, alone.address) == "ended") is gone
    assert status == (0 if gone else 2)
    assert ("companion: Nothing was changed" in err) is not gone
    assert ("--yes" in err) is (answer == b"")


def test_where_one_of_many_is_not_there_nothing_is_deleted(delete, store, alone):
    status, shown, err = delete("t1", "t9")
    assert shown.startswith("t1 ")
    assert last_line(status, err) == f"There is no table t9: {LISTED}"
    assert role_of(store, alone.address) == HOST


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("link t9", f"There is no table t9: {LISTED}"),
        ("link g9", f"There is no group g9: {LISTED}"),
        ("link t12x", f"t12x is no table and no group: {LISTED}"),
        ("delete g9", f"There is no group g9: {LISTED}"),
        ("delete 12", f"12 is no table and no group: {LISTED}"),
        ("tables --group g9", f"There is no group g9: {LISTED}"),
        ("tables --group t1", f"t1 is no group: {LISTED}"),
        ("delete --player Paul t1", "t1 is in g1 Thursdays: name the group."),
        ("delete --player Nobody g1", "Nobody called Nobody sits or sat in g1."),
        ("delete --player Mia t4", "Nobody called Mia sits or sat in t4."),
        ("delete --player Paul t9", f"There is no table t9: {LISTED}"),
    ],
)
def test_a_refusal_is_one_plain_line(companion, tmp_path, everything, command, told):
    assert one_plain_line(companion(*command.split(), "--data", tmp_path)).endswith(told)


# Forgetting somebody


def test_a_player_is_forgotten_in_a_group_and_at_a_table(delete, companion, store, tmp_path, everything):
    status, shown, err = delete("--player", "paul", "g1", "t4")
    assert (status, err) == (0, "")
    assert shown.splitlines() == [
        "g1 Thursdays: paul sits or sat at 1 table",
        "t4 paul sits or sat at 1 table",
        "paul is Somebody from now on.",
    ]
    assert companion("tables", "--player", "Paul", "--data", tmp_path)[1] == "There are no such tables.\n"
    assert ids(companion("tables", "--player", "Somebody", "--data", tmp_path)) == ["t4", "t1"]
    assert check(store.path).problems == ()


@pytest.mark.parametrize("answer", [b"n\n", b""])
def test_nobody_is_forgotten_without_a_yes(companion, tmp_path, alone, answer):
    status, _, err = companion("delete", "--player", "Paul", "t1", "--data", tmp_path, stdin=answer)
    assert status == 2
    assert "Take the name Paul out? Nobody can bring it back; backups, files and phones keep what they have." in err
    assert alone.table.sitting.players[1] == "Paul"


# While the companion runs


def test_phones_notice_at_once(companion, server):
    """A new link opens the table; what has ended or was deleted, and who is forgotten, they are told."""
    table, number = start_table(server), ids(companion("tables", "--most", 1000, "--data", server.data))[0]
    with closing(Ear(server.port, table)) as ear:
        assert ear.hears() == ("", "1")
        assert companion("delete", "--player", "Paul", number, "--yes", "--data", server.data)[0] == 0
        assert ear.hears() == ("", "2")
        for path in ("", "/sheet", "/history", "/live?v=1", "/sheet.json", "/settings", "/share"):
            status, _, shown = ask(f"{server.address}{table}{path}")
            assert (status, "Paul" in shown) == (200, False), path
        status, shown, _ = companion("link", number, "--replace", "--data", server.data)
        assert (status, ear.hears()) == (0, ("ended", ""))
    assert ask(f"{server.address}{table}")[0] == 410
    new = shown.strip()
    assert new.startswith(f"{server.address}/t/")
    assert ask(f"{new}/rounds", a_round())[0] == 303
    with closing(Ear(server.port, new.removeprefix(server.address))) as ear:
        assert ear.hears() == ("", "3")
        assert companion("delete", number, "--yes", "--data", server.data)[0] == 0
        assert ear.hears() == ("ended", "")
    status, _, page = ask(new)
    assert status == 410
    assert "or whoever runs the server" in page
