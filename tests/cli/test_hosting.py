"""What a host does by commands, also while the companion runs: list groups and tables, make a link, delete."""

import json
import sqlite3
from contextlib import closing
from datetime import datetime

import pytest

from companion.store.database import FILE_NAME, Store
from companion.store.groups import tables as group_tables
from companion.store.groups.groups import open_group, table_key
from companion.store.journal.tables import open_table
from companion.store.links import codes, links
from companion.store.links.links import HOST, ROLES, SCORER, WATCHER, LinkEnded
from companion.store.upkeep.soundness import check
from tests.cli.test_serving import ROUND, ask, start_table
from tests.cli.test_status import FIXTURES
from tests.command import last_line, one_plain_line
from tests.server import Server
from tests.store.builders import a_group, a_key, a_table
from tests.web.serving.conftest import Ear

FOUR = "Anne Paul Rachel Camille"
LISTED = "companion tables and companion groups list them, such as t12 and g3."


@pytest.fixture
def store(tmp_path):
    """Thursdays with two tables, one of them long; Family with one; and a table by itself, the newest."""
    with closing(Store(tmp_path / FILE_NAME)) as store:
        yield store


@pytest.fixture
def thursdays(store):
    return a_group(store).with_table(FOUR, *["-5 10 -3 -7"] * 3, at="2024-03-07").with_table("Anne Bo Cem Dee")


@pytest.fixture
def family(store):
    return a_group(store, "Family").with_table("Mia Bo Cem Dee", "-9 10 -3 -7")


@pytest.fixture
def alone(store):
    return a_table(store).with_round("17", "", "13", "")


@pytest.fixture
def everything(thursdays, family, alone):
    return thursdays, family, alone


def rows_of(result):
    """The cells of every row of a list."""
    status, shown, err = result
    assert (status, err) == (0, "")
    heads, _, *rows = ([cell.strip() for cell in line.split("|")] for line in shown.splitlines())
    return [dict(zip(heads, row, strict=True)) for row in rows]


def ids(result):
    return [row["Id"] for row in rows_of(result)]


def key_of(result):
    """The key of the link that was made."""
    status, shown, _ = result
    assert status == 0
    return shown.strip().rpartition("/")[2]


def role_of(store, key):
    """What a key lets its holder do; "ended" where it did once."""
    try:
        found = links.find(store, key)
    except LinkEnded:
        return "ended"
    return found and found.role


# Lists


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


def test_the_largest_first(companion, tmp_path, everything):
    assert ids(companion("tables", "--largest", "--data", tmp_path))[0] == "t1"
    assert ids(companion("groups", "--largest", "--data", tmp_path)) == ["g1", "g2"]


def test_tables_of_a_group(companion, tmp_path, everything):
    assert ids(companion("tables", "--group", "g1", "--data", tmp_path)) == ["t2", "t1"]
    assert ids(companion("tables", "--group", "G2", "--data", tmp_path)) == ["t3"]


def test_tables_of_a_player_by_any_name(companion, tmp_path, everything):
    """Also by one that was corrected since, and by the group's."""
    thursdays, _, alone = everything
    alone.renaming(1, "Zoe")
    thursdays.calling("Camille", "Cam")
    for name, found in {"paul": ["t4", "t1"], "Zoe": ["t4"], "Cam": ["t1"], "Mia": ["t3"]}.items():
        assert ids(companion("tables", "--player", name, "--data", tmp_path)) == found
    assert companion("tables", "--player", "Ann", "--data", tmp_path) == (0, "There are no such tables.\n", "")


def test_as_many_as_asked_for(companion, tmp_path, everything):
    status, shown, err = companion("tables", "--most", 2, "--data", tmp_path)
    assert ids((status, shown, "")) == ["t4", "t3"]
    assert err == "There are more tables: see --most.\n"
    assert companion("groups", "--most", 1, "--data", tmp_path)[2] == "There are more groups: see --most.\n"
    assert len(rows_of(companion("tables", "--most", 4, "--data", tmp_path))) == 4


def test_groups_newest_first(companion, tmp_path, everything):
    rows = rows_of(companion("groups", "--data", tmp_path))
    assert [(row["Id"], row["Name"], row["Tables"], row["Players"]) for row in rows] == [
        ("g2", "Family", "1", "4"),
        ("g1", "Thursdays", "2", "7"),
    ]
    assert all(row["Size"].endswith("B") and row["Last played"].startswith("20") for row in rows)


def test_what_is_deleted_or_not_yet_there_is_not_listed(companion, store, tmp_path, thursdays, family):
    with store.writing() as db:  # an import that is going on
        waiting = db.table("groups").insert({"uid": "", "name": "", "created_at": "2024"}, pk="id").last_pk
        db.table("tables").update(thursdays.tables[0], {"group_id": waiting})
    group_tables.delete_group(store, family.id)
    assert ids(companion("tables", "--data", tmp_path)) == ["t2"]
    assert ids(companion("groups", "--data", tmp_path)) == ["g1"]


def test_empty_lists(companion, store, tmp_path):
    assert companion("tables", "--data", tmp_path) == (0, "There are no such tables.\n", "")
    assert companion("groups", "--data", tmp_path) == (0, "There are no groups.\n", "")


def test_no_list_shows_a_secret(companion, store, tmp_path, everything):
    """Neither a key nor a code, nor the hash of one."""
    thursdays, _, alone = everything
    code = codes.offer(store, alone.table.id)
    hashes = [key for (key,) in store.db.execute("SELECT key_hash FROM links UNION SELECT key_hash FROM group_links")]
    shown = "".join(companion(name, "--data", tmp_path)[1] for name in ("tables", "groups", "status"))
    assert [secret for secret in (thursdays.key, alone.address, code, *hashes) if secret in shown] == []


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


# Links


@pytest.mark.parametrize("role", ROLES)
def test_a_new_link_leaves_the_others(companion, store, tmp_path, alone, role):
    watching = links.shared_key(store, alone.address, WATCHER)
    key = key_of(companion("link", "t1", "--role", role, "--data", tmp_path))
    assert [role_of(store, each) for each in (key, alone.address, watching)] == [role, HOST, WATCHER]
    assert key not in (alone.address, watching)
    assert key != key_of(companion("link", "t1", "--role", role, "--data", tmp_path))


def test_without_a_role_it_is_a_hosts(companion, store, tmp_path, alone):
    assert role_of(store, key_of(companion("link", "t1", "--data", tmp_path))) == HOST


def test_replacing_the_hosts_link_ends_every_other(companion, store, tmp_path, alone):
    old = [alone.address, *(links.shared_key(store, alone.address, role) for role in (SCORER, WATCHER))]
    code = codes.offer(store, alone.table.id)
    old.append(codes.join(store, code, a_key()))
    key = key_of(companion("link", "t1", "--replace", "--data", tmp_path))
    assert role_of(store, key) == HOST
    assert [role_of(store, each) for each in old] == ["ended"] * 4
    assert codes.current(store, 1) is None


@pytest.mark.parametrize(("role", "stay"), [(SCORER, (HOST, "ended", WATCHER)), (WATCHER, (HOST, SCORER, "ended"))])
def test_replacing_other_links_leaves_the_hosts(companion, store, tmp_path, alone, role, stay):
    old = [alone.address, *(links.shared_key(store, alone.address, each) for each in (SCORER, WATCHER))]
    key = key_of(companion("link", "t1", "--replace", "--role", role, "--data", tmp_path))
    assert [role_of(store, each) for each in old] == list(stay)
    assert role_of(store, key) == role


def test_a_link_to_watch_is_a_hosts_and_ends_with_no_code(companion, store, tmp_path, alone):
    """Who came by the code goes with any link that ends; this one was handed on by a host."""
    key = key_of(companion("link", "t1", "--role", "watcher", "--data", tmp_path))
    links.shared_key(store, alone.address, SCORER)
    links.replace(store, alone.address, SCORER, 0)
    assert role_of(store, key) == WATCHER
    links.replace(store, alone.address, WATCHER, 0)
    assert role_of(store, key) == "ended"


def test_a_groups_link(companion, store, tmp_path, thursdays):
    key = key_of(companion("link", "g1", "--data", tmp_path))
    assert open_group(store, key) == thursdays.group
    new = key_of(companion("link", "g1", "--replace", "--data", tmp_path))
    assert open_group(store, new).id == 1
    for old in (key, thursdays.key):
        with pytest.raises(LinkEnded):
            open_group(store, old)


def test_a_second_link_of_a_group_is_no_replacement(companion, store, tmp_path, thursdays, alone):
    """A rematch of a table that was put there stays the group's."""
    assert group_tables.add_to_group(store, thursdays.id, alone.address)
    companion("link", "g1", "--data", tmp_path)
    assert group_tables.rematch_home(store, alone.table.id, alone.address).group_id == 1
    companion("link", "g1", "--replace", "--data", tmp_path)
    assert group_tables.rematch_home(store, alone.table.id, alone.address) is None


def test_replacing_the_hosts_link_takes_a_table_out_of_where_it_was_put(companion, store, tmp_path, thursdays, alone):
    group_tables.add_to_group(store, thursdays.id, alone.address)
    status, _, err = companion("link", "t3", "--replace", "--data", tmp_path)
    assert status == 0
    assert "companion: t3 is not in a group any more: it had been put there by a link that has ended.\n" in err
    assert group_tables.group_of(store, 3) is None


def test_a_groups_own_table_stays_the_groups(companion, store, tmp_path, thursdays):
    old = thursdays.phone(1).address
    key = key_of(companion("link", "t1", "--replace", "--data", tmp_path))
    assert (role_of(store, key), role_of(store, old)) == (HOST, "ended")
    assert role_of(store, table_key(store, thursdays.group, thursdays.key, 1)) == HOST


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"public_url": "https://cards.example", "url": "http://192.0.2.5:8000/"}, "https://cards.example/t/"),
        ({"public_url": "https://a.example/cards", "url": ""}, "https://a.example/cards/t/"),
        ({"url": "http://192.0.2.5:8000/"}, "http://192.0.2.5:8000/t/"),
        ({"url": "http://192.0.2.5:8000/", "cell": "b2"}, "http://192.0.2.5:8000/t/b2."),
    ],
)
def test_the_address_is_a_whole_one(companion, tmp_path, alone, told, expected):
    (tmp_path / "serving.json").write_text(json.dumps(told))
    status, shown, err = companion("link", "t1", "--data", tmp_path)
    assert (status, err) == (0, "")
    assert shown.startswith(expected)
    assert shown.count("\n") == 1


def test_where_no_address_is_known_it_says_so(companion, tmp_path, alone):
    status, shown, err = companion("link", "t1", "--data", tmp_path)
    assert status == 0
    assert shown.startswith("/t/")
    assert err == "companion: This goes after the address of your companion, which has not run yet.\n"


def test_a_group_has_no_roles(companion, tmp_path, thursdays):
    told = one_plain_line(companion("link", "g1", "--role", "watcher", "--data", tmp_path))
    assert told == "Who has a group's link may do everything in the group: leave out --role."


# Deleting


def test_a_table_is_deleted_with_its_journal_and_links(companion, store, tmp_path, everything):
    _, _, alone = everything
    status, shown, err = companion("delete", "t4", "--yes", "--data", tmp_path)
    assert (status, err) == (0, "")
    assert shown.startswith("t4 Fool!: Anne, Paul, Rachel, Camille, 1 round, last played 20")
    assert shown.endswith("\nDeleted 1 table.\n")
    with pytest.raises(LinkEnded) as ended:
        open_table(store, alone.address)
    assert ended.value.deleted
    assert not store.db.table("journal").count_where("table_id = 4")
    assert check(store.path).problems == ()


def test_a_group_is_deleted_with_its_tables_and_players(companion, store, tmp_path, everything):
    thursdays, family, alone = everything
    links_before = thursdays.phone(1).address
    group_tables.add_to_group(store, thursdays.id, alone.address)
    status, shown, _ = companion("delete", "g1", "--yes", "--data", tmp_path)
    assert status == 0
    told = "g1 Thursdays: 2 tables and 7 players; 1 table begun elsewhere only leaves it\nDeleted 1 group.\n"
    assert shown == told
    assert role_of(store, links_before) == "ended"
    assert role_of(store, alone.address) == HOST
    assert ids(companion("tables", "--data", tmp_path)) == ["t4", "t3"]
    assert family.people
    assert check(store.path).problems == ()


def test_large_groups_are_deleted_a_little_at_a_time(companion, store, tmp_path, monkeypatch, everything):
    monkeypatch.setattr("companion.store.upkeep.removal.AT_ONCE", 1)
    assert companion("delete", "g1", "t4", "g2", "g1", "--yes", "--data", tmp_path)[1].endswith(
        "\nDeleted 1 table and 2 groups.\n"
    )
    assert companion("tables", "--data", tmp_path)[1] == "There are no such tables.\n"


def test_a_table_that_was_put_into_a_group_is_deleted_as_well(companion, store, tmp_path, thursdays, alone):
    """From the group's page it would only leave the group."""
    group_tables.add_to_group(store, thursdays.id, alone.address)
    assert "of g1 Thursdays" in companion("delete", "t3", "--yes", "--data", tmp_path)[1]
    assert role_of(store, alone.address) == "ended"
    assert len(thursdays.tables) == 2


def test_what_is_deleted_is_overwritten_in_the_file(companion, store, tmp_path, thursdays):
    a_group(store, "Rumpelstilzchen").with_table("Wolpertinger Bo Cem Dee", *["-9 10 -3 -7"] * 5)
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Wolpertinger" in store.path.read_bytes()
    companion("delete", "g2", "--yes", "--data", tmp_path)
    store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Wolpertinger" not in store.path.read_bytes()
    assert b"Rumpelstilzchen" not in store.path.read_bytes()


@pytest.mark.parametrize(
    ("answer", "gone"),
    [(b"y\n", True), (b" Yes\n", True), (b"n\n", False), (b"yup\n", False), (b"\n", False), (b"", False)],
)
def test_it_asks_before(companion, store, tmp_path, alone, answer, gone):
    status, shown, err = companion("delete", "t1", "--data", tmp_path, stdin=answer)
    assert shown.startswith("t1 Fool!: Anne, Paul, Rachel, Camille, 1 round")
    assert "Delete? Nobody can bring it back; backups and files keep what they have. [y/N]: " in err
    assert (role_of(store, alone.address) == "ended") is gone
    assert status == (0 if gone else 2)
    if not gone:
        assert "companion: Nothing was changed" in err
        assert ("--yes" in err) is (answer == b"")


def test_where_one_of_many_is_not_there_nothing_is_deleted(companion, store, tmp_path, alone):
    status, shown, err = companion("delete", "t1", "t9", "--yes", "--data", tmp_path)
    assert shown.startswith("t1 ")
    assert last_line(status, err) == f"There is no table t9: {LISTED}"
    assert role_of(store, alone.address) == HOST


# What is refused


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("link", "t9"), f"There is no table t9: {LISTED}"),
        (("link", "g9"), f"There is no group g9: {LISTED}"),
        (("delete", "t9"), f"There is no table t9: {LISTED}"),
        (("delete", "g9"), f"There is no group g9: {LISTED}"),
        (("tables", "--group", "g9"), f"There is no group g9: {LISTED}"),
        (("delete", "12"), f"12 is no table and no group: {LISTED}"),
        (("link", "t12x"), f"t12x is no table and no group: {LISTED}"),
        (("tables", "--group", "t1"), f"t1 is no group: {LISTED}"),
        (("delete",), "Missing argument 'TABLE|GROUP...'."),
        (("link",), "Missing argument 'TABLE|GROUP'."),
        (("tables", "--most", "0"), "0 is not in the range x>=1."),
        (("link", "t1", "--role", "king"), "'king' is not one of 'host', 'scorer', 'watcher'."),
    ],
)
def test_a_refusal_is_one_plain_line(companion, store, tmp_path, command, told):
    assert one_plain_line(companion(*command, "--data", tmp_path)).endswith(told)


def test_what_was_deleted_is_not_there_any_more(companion, store, tmp_path, thursdays):
    companion("delete", "g1", "--yes", "--data", tmp_path)
    for which in ("t1", "g1"):
        assert one_plain_line(companion("link", which, "--data", tmp_path)).startswith("There is no ")


COMMANDS = [("groups",), ("tables",), ("link", "t1"), ("link", "g1"), ("delete", "t1", "--yes"), ("delete", "g1")]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_without_a_database_none_is_made(companion, tmp_path, command):
    told = one_plain_line(companion(*command, "--data", tmp_path / "nowhere"))
    assert told == f"There is no database at {tmp_path}/nowhere/{FILE_NAME}."
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_an_earlier_database_is_left_as_it_is(companion, tmp_path, command):
    path = tmp_path / FILE_NAME
    path.write_bytes((FIXTURES / "m005.sqlite3").read_bytes())
    before = path.read_bytes()
    told = one_plain_line(companion(*command, "--data", tmp_path))
    assert told == f"{path} is of an earlier version. Start the companion once: it brings it up to date."
    assert path.read_bytes() == before


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_newer_database_is_refused(companion, store, tmp_path, command):
    with store.writing() as db:
        db.execute("INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('companion', 'm999', '')")
    assert "was made by a newer version" in one_plain_line(companion(*command, "--data", tmp_path))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_database_at_all_is_refused(companion, tmp_path, command):
    (tmp_path / FILE_NAME).write_bytes(b"x" * 9000)
    assert one_plain_line(companion(*command, "--data", tmp_path)) == f"{tmp_path / FILE_NAME} is no database."


def test_a_database_that_is_locked_for_long(companion, store, tmp_path, monkeypatch, alone):
    monkeypatch.setattr("companion.store.database.BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        told = one_plain_line(companion("link", "t1", "--data", tmp_path))
    assert told == "The database can't be used: database is locked."


def test_a_link_to_what_is_deleted_meanwhile(companion, tmp_path, monkeypatch, alone):
    def gone(*_):
        raise LinkEnded(deleted=True)

    monkeypatch.setattr("companion.cli.links.give", gone)
    assert one_plain_line(companion("link", "t1", "--data", tmp_path)) == "t1 has been deleted just now."


# While the companion runs


def test_phones_notice_at_once(companion, tmp_path):
    """A new link opens the table, what has ended or was deleted is told to whoever looks at it."""
    server = Server(tmp_path)
    try:
        table, other = start_table(server), start_table(server)
        with closing(Ear(server.port, table)) as ear, closing(Ear(server.port, other)) as another:
            assert (ear.hears(), another.hears()) == (("", "1"), ("", "1"))
            status, shown, _ = companion("link", "t1", "--replace", "--data", tmp_path)
            assert (status, ear.hears()) == (0, ("ended", ""))
            assert ask(f"{server.address}{table}")[0] == 410
            new = shown.strip()
            assert new.startswith(f"{server.address}/t/")
            assert ask(f"{new}/rounds", {"number": 1, "key": a_key(), **ROUND})[0] == 303
            assert companion("delete", "t2", "--yes", "--data", tmp_path)[0] == 0
            assert another.hears() == ("ended", "")
            status, _, page = ask(f"{server.address}{other}")
            assert status == 410
            assert "or whoever runs the server" in page
        assert ids(companion("tables", "--data", tmp_path)) == ["t1"]
    finally:
        server.kill()


# Forgetting somebody


def test_a_player_is_forgotten_in_a_group_and_at_a_table(companion, store, tmp_path, everything):
    status, shown, err = companion("delete", "--player", "paul", "g1", "t4", "--yes", "--data", tmp_path)
    assert (status, err) == (0, "")
    assert shown.splitlines() == [
        "g1 Thursdays: paul sits or sat at 1 table",
        "t4 paul sits or sat at 1 table",
        "paul is Somebody from now on.",
    ]
    assert companion("tables", "--player", "Paul", "--data", tmp_path)[1] == "There are no such tables.\n"
    assert ids(companion("tables", "--player", "Somebody", "--data", tmp_path)) == ["t4", "t1"]
    assert check(store.path).problems == ()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("Paul", "t1"), "t1 is in g1 Thursdays: name the group."),
        (("Nobody", "g1"), "Nobody called Nobody sits or sat in g1."),
        (("Mia", "t4"), "Nobody called Mia sits or sat in t4."),
        (("Paul", "g9"), f"There is no group g9: {LISTED}"),
        (("Paul", "t9"), f"There is no table t9: {LISTED}"),
    ],
)
def test_who_can_not_be_forgotten_there(companion, tmp_path, everything, arguments, told):
    name, which = arguments
    assert one_plain_line(companion("delete", "--player", name, which, "--yes", "--data", tmp_path)) == told


@pytest.mark.parametrize("answer", [b"n\n", b""])
def test_nobody_is_forgotten_without_a_yes(companion, store, tmp_path, alone, answer):
    status, _, err = companion("delete", "--player", "Paul", "t1", "--data", tmp_path, stdin=answer)
    assert status == 2
    assert "Take the name Paul out? Nobody can bring it back; backups, files and phones keep what they have." in err
    assert alone.table.sitting.players[1] == "Paul"


def test_phones_show_at_once_who_is_forgotten(companion, tmp_path):
    server = Server(tmp_path)
    try:
        table = start_table(server)
        assert "Paul" in ask(f"{server.address}{table}")[2]
        with closing(Ear(server.port, table)) as ear:
            assert ear.hears() == ("", "1")
            assert companion("delete", "--player", "Paul", "t1", "--yes", "--data", tmp_path)[0] == 0
            assert ear.hears() == ("", "2")
        for path in ("", "/sheet", "/history", "/live?v=1", "/sheet.json", "/settings", "/share"):
            status, _, shown = ask(f"{server.address}{table}{path}")
            assert (status, "Paul" in shown) == (200, False), path
        typed = {"number": 1, "key": a_key(), **ROUND}
        assert ask(f"{server.address}{table}/rounds", typed)[0] == 303
        assert "Somebody" in ask(f"{server.address}{table}")[2]
    finally:
        server.kill()
