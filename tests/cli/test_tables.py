"""Tables and groups by their ids: lists without a secret, a link or a new one, deletion for good after a question."""

import re
import subprocess
from contextlib import closing, suppress
from datetime import datetime

import pytest

from companion.store.database import FILE_NAME, Store
from companion.store.groups import tables as group_tables
from companion.store.groups.groups import open_group
from companion.store.links import links, phones
from companion.store.links.links import HANDED_ON, HOST, LinkEnded
from companion.store.upkeep.soundness import check_database
from tests.command import last_line, one_plain_line
from tests.server import Ear, Server, a_round, ask, start_table
from tests.store.builders import Phone, a_group, a_table
from tests.web.builders import new_game

LISTED = "“companion list” shows all IDs."


@pytest.fixture
def run(companion, tmp_path):
    """What the command says on the database of the test."""
    return lambda *arguments, **more: companion(*arguments, "--data", tmp_path, **more)


@pytest.fixture
def link(run):

    def make(*arguments):
        status, output, err = run("link", *arguments)
        assert (status, err) == (0, "")
        return output.strip().rpartition("/")[2]

    return make


def rows_of(result):
    status, output, err = result
    assert (status, err) == (0, "")
    heads, _, *rows = ([cell.strip() for cell in line.split("|")] for line in output.splitlines())
    return [dict(zip(heads, row, strict=True)) for row in rows]


def ids(result):
    return [row["ID"] for row in rows_of(result)]


def role_of(store, key):
    """What a key lets its holder do; "ended" where it did once."""
    try:
        found = links.find_link(store, key)
    except LinkEnded:
        return "ended"
    return found and found.role


def test_tables_with_their_groups_newest_first(run, store, everything):
    rows = rows_of(run("list"))
    assert [row["ID"] for row in rows] == ["t4", "t3", "t2", "t1"]
    assert list(rows[0].values())[:5] == ["t4", "", "Fool!", "Anne, Paul, Rachel, Camille", "1"]
    assert [row["Group"] for row in rows[1:]] == ["g2 Family", "g1 Thursdays", "g1 Thursdays"]
    assert [row["Rounds"] for row in rows[1:]] == ["1", "0", "3"]
    played = datetime.fromisoformat("2024-03-07T18:00:00+00:00").astimezone()
    assert rows[-1]["Last played"] == played.strftime("%Y-%m-%d %H:%M")
    assert ids(run("list", "G1")) == ["t2", "t1"]
    assert ids(run("list", "t4", "t2")) == ["t4", "t2"]
    a_group(store, "Nobody")
    assert run("list", "g3")[1].splitlines()[-1].strip() == "| g3 Nobody"


def test_tables_of_a_player_by_any_name(run, everything):
    """Also by one that was corrected since, and by the group's."""
    thursdays, _, alone = everything
    alone.renaming(1, "Zoe")
    thursdays.calling("Camille", "Cam")
    for name, found in {"paul": ["t4", "t1"], "Zoe": ["t4"], "Cam": ["t1"], "Mia": ["t3"]}.items():
        assert ids(run("list", "--player", name)) == found
    assert run("list", "--player", "Ann") == (0, "No tables found.\n", "")


def test_no_list_shows_a_secret(run, store, everything):
    """Neither a key nor a code."""
    thursdays, _, alone = everything
    code = links.ensure_code(store, alone.table.id)
    keys = [key for (key,) in store.db.execute("SELECT key FROM links")]
    output = run("list")[1]
    assert [secret for secret in (thursdays.key, *alone.address.split("."), code, *keys) if secret in output] == []


def test_it_is_the_link_that_the_share_page_shows(link, store, alone):
    shared = {role: links.share_link(store, alone.address, role) for role in HANDED_ON}
    assert {role: link("t1", "--role", role) for role in HANDED_ON} == shared


def test_a_hosts_link_is_a_way_back_of_its_own(link, store, alone):
    """Each works once; ``--replace`` ends those that nobody has used."""
    one, other = link("t1"), link("t1")
    assert links.find_link(store, one) is None
    secret = "a" * 22
    key = phones.become_host(store, one, secret)
    assert links.find_link(store, f"{key}.{secret}").role == HOST
    assert phones.become_host(store, one, secret) == key, "sent again"
    link("t1", "--replace")
    for way_back, phone in ((one, "b" * 22), (other, "b" * 22), ("x", secret)):
        with pytest.raises(LinkEnded):
            phones.become_host(store, way_back, phone)


def test_a_groups_link_is_looked_up_or_replaced(link, run, store, thursdays, alone):
    """While it is only looked up, a rematch of a table that was put there stays the group's."""
    group_tables.add_to_group(store, thursdays.id, alone.address)
    key = link("g1")
    assert open_group(store, key) == thursdays.group
    assert group_tables.rematch_home(store, links.find_link(store, alone.address)).group_id == 1
    assert open_group(store, link("g1", "--replace")).id == 1
    assert group_tables.rematch_home(store, links.find_link(store, alone.address)) is None
    for old in (key, thursdays.key):
        with pytest.raises(LinkEnded):
            open_group(store, old)
    message = one_plain_line(run("link", "g1", "--role", "watcher"))
    assert message == "A group link gives full access to the group: leave out --role."


def test_the_address_is_a_whole_one(run, tmp_path, monkeypatch, alone):
    """As the service's settings have it, else this computer's."""
    assert re.match(r"http://[\w.:[\]-]+:8000/t/", run("link", "t1")[1])
    settings = tmp_path / "companion.env"
    settings.write_text("COMPANION_PORT=8001\n")
    monkeypatch.setenv("COMPANION_SETTINGS", str(settings))
    assert re.match(r"http://[\w.:[\]-]+:8001/t/", run("link", "t1")[1])
    settings.write_text('# COMPANION_PUBLIC_URL=x\nCOMPANION_PORT=8001\nCOMPANION_PUBLIC_URL="https://b.example"\n')
    assert run("link", "t1")[1].startswith("https://b.example/t/")


def test_a_service_is_found_by_its_settings(companion, store, tmp_path, monkeypatch, alone):
    settings = tmp_path / "companion.env"
    settings.write_text(f"COMPANION_DATA={tmp_path}\n")
    monkeypatch.setenv("COMPANION_SETTINGS", str(settings))
    assert ids(companion("list")) == ["t1"]
    assert "There’s no database" in one_plain_line(companion("list", "--data", tmp_path / "other"))


def test_a_group_is_deleted_with_its_tables_and_players(run, store, everything):
    status, output, err = run("delete", "g1", "--yes")
    assert (status, err, output.splitlines()[-1]) == (0, "", "Deleted g1.")
    assert ids((0, output.rpartition("Deleted")[0], "")) == ["t2", "t1"]
    assert ids(run("list")) == ["t4", "t3"]
    assert check_database(store.path).problems == ()
    for which in ("t1", "g1"):
        assert one_plain_line(run("link", which)).startswith("There’s no ")


@pytest.mark.parametrize(
    ("answer", "gone"), [(b"y\n", True), (b" Yes\n", True), (b"n\n", False), (b"\n", False), (b"", False)]
)
def test_it_asks_before(run, store, alone, answer, gone):
    status, output, err = run("delete", "t1", stdin=answer)
    assert "Anne, Paul, Rachel, Camille" in output
    assert "Delete? This can’t be undone; backups, files and phones aren’t changed. [y/N]:" in err
    assert (role_of(store, alone.address) == "ended") is gone
    assert status == (0 if gone else 2)
    assert ("othing was changed" in err) is not gone
    assert ("--yes" in err) is not gone


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("link t9", f"There’s no t9. {LISTED}"),
        ("link g9", f"There’s no g9. {LISTED}"),
        ("link t12x", f"There’s no t12x. {LISTED}"),
        ("delete g9", f"There’s no g9. {LISTED}"),
        ("delete 12", f"There’s no 12. {LISTED}"),
        ("list g9", f"There’s no g9. {LISTED}"),
        ("delete --player Paul t1", "t1 is in g1: give the group instead."),
        ("delete --player Nobody g1", "Nobody has never played in g1."),
        ("delete --player Mia t4", "Mia has never played in t4."),
        ("delete --player Paul t9", f"There’s no t9. {LISTED}"),
    ],
)
def test_a_refusal_is_one_plain_line(run, everything, command, message):
    assert one_plain_line(run(*command.split())).endswith(message)


def test_phones_notice_at_once(companion, server):
    """A new link opens the table; what has ended or was deleted, and who is forgotten, they are told."""
    table, found = start_table(server), ids(companion("list", "--data", server.data))
    number = next(each for each in found if each[0] == "t")
    with closing(Ear(server.port, table)) as ear:
        assert ear.hears() == ("", "1")
        assert companion("delete", "--player", "Paul", number, "--yes", "--data", server.data)[0] == 0
        assert ear.hears() == ("", "2")
        for path in ("", "/sheet", "/history", "/live", "/sheet.json", "/settings", "/share"):
            status, _, output = ask(f"{server.address}{table}{path}?v=1&new=1")
            assert (status, "Paul" in output) == (200, False), path
        at = "--public-url", server.address, "link", number, "--role", "scorer", "--replace", "--data", server.data
        status, output, _ = companion(*at)
        assert (status, ear.hears()) == (0, ("ended", ""))
    assert ask(f"{server.address}{table}?new=1")[0] == 410
    new = output.strip()
    assert new.startswith(f"{server.address}/t/")
    assert ask(f"{new}/rounds", a_round())[0] == 303
    with closing(Ear(server.port, new.removeprefix(server.address))) as ear:
        assert ear.hears() == ("", "3")
        assert companion("delete", number, "--yes", "--data", server.data)[0] == 0
        assert ear.hears() == ("ended", "")
    status, _, page = ask(f"{new}?new=1")
    assert status == 410
    assert "This game was deleted" in page


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 24 MB."""
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", tmp_path], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"needs to mount a disk: {done.stderr.strip()}")
    yield tmp_path
    subprocess.run(["umount", tmp_path], check=True)


def fill(disk):
    with suppress(OSError), open(disk / "other", "wb", 0) as other:
        while True:
            other.write(b"x" * 512)


@pytest.mark.thorough
def test_a_full_disk_is_said_at_the_start_and_by_a_command(run, small_disk):
    """Whatever has filled it, to the last byte; with room again it goes on."""
    with closing(Store(small_disk / FILE_NAME)) as store:
        phone = a_table(store)
    fill(small_disk)
    full = f"The disk of {small_disk / FILE_NAME} is full. Make room."
    assert last_line(*run("--port", "0")[::2]) == full
    assert last_line(*run("delete", "t1", "--yes")[::2]).startswith("Can’t use the database: ")
    (small_disk / "other").unlink()
    with closing(Store(small_disk / FILE_NAME)) as store:
        assert Phone(store, phone.address).with_round("17", "", "13", "").version == 2
    assert run("delete", "t1", "--yes")[0] == 0


@pytest.mark.thorough
def test_a_disk_that_fills_up_refuses_what_is_sent_until_there_is_room(small_disk):
    """What was free in the file is used up first. Then what is saved can be read, and what was sent is saved later."""
    with closing(Store(small_disk / FILE_NAME)) as store:
        table = f"/t/{a_table(store).with_round('17', '', '13', '').address}"
    server = Server(small_disk)
    try:
        fill(small_disk)
        sent = (ask(f"{server.address}/tables", new_game()) for _ in range(200))
        status, _, page = next(answer for answer in sent if answer[0] != 303)
        assert (status, "The server’s disk is full" in page) == (507, True)
        assert ask(f"{server.address}{table}/sheet.json")[2].count('"number"') == 1
        (small_disk / "other").unlink()
        assert ask(f"{server.address}{table}/rounds", a_round(number=2))[0] == 303
    finally:
        server.process.kill()
        server.process.communicate()
