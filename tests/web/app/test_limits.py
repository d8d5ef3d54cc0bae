"""What strangers may begin, and that whoever is playing plays on."""

import io
import json
import re
from types import SimpleNamespace

import pytest

from companion.store.journal import tables
from companion.web.app import limits
from companion.web.app.limits import HOUR, Limits, network_of
from tests.web.builders import OUT, Phone, a_group, a_key, a_table, new_game, send
from tests.web.strict_client import StrictClient

ROUND = ("17", OUT, "13", "5")
WAIT = "Too many new games, groups and files. Try again in"


@pytest.fixture
def phone_of(app, monkeypatch):
    """Phones at an application that allows three new things an hour from one address, and five in all."""
    monkeypatch.setitem(app.extensions, "limits", Limits(3, 5, 0))

    def phone(address="192.0.2.1"):
        client = StrictClient(app, app.response_class)
        client.environ_base["REMOTE_ADDR"] = address
        return client

    return phone


def test_each_address_and_each_kind_by_itself_and_all_together(monkeypatch):
    """So many in an hour. Of IPv6 everybody has 2^64 addresses: a /64 counts as one."""
    clock = [HOUR * 5.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    def count(kind, address, most=2):
        return counting.count({(kind, address): most, (kind,): most and 5})

    counting = Limits()
    addresses = [network_of(each) for each in ("192.0.2.1", "2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1")]
    assert len(set(addresses)) == 3
    assert network_of("::ffff:192.0.2.1") == addresses[0]
    for address in addresses[:2]:
        assert [count("tables", address) for _ in range(3)] == [0, 0, HOUR]
    assert count("groups", addresses[0]) == 0
    clock[0] += 600
    assert [count("tables", addresses[3]) for _ in range(2)] == [0, HOUR - 600], "the fifth in all"
    clock[0] += HOUR - 600
    assert count("tables", addresses[0]) == 0
    assert not any(count("files", "192.0.2.1", 0) for _ in range(1000)), "zero is any number"


def test_who_floods_a_link_keeps_nobody_else_out(phone_of):
    """Phones are counted by link and address: the flood goes on by the link as it is, and adds no more phones."""
    flooded, other = phone_of(), phone_of("192.0.2.2")
    address = a_table(flooded).address

    def visit(client):
        client.set_cookie("phone", a_key())
        return client.get(address).status_code

    assert [visit(flooded) for _ in range(5)] == [303, 303, 303, 200, 200]
    assert visit(other) == 303
    assert other.post(f"{address}/phones", data={"seat": 1}).status_code == 303


# What the pages say


def test_a_new_game_that_has_to_wait_keeps_what_was_typed(phone_of):
    client = phone_of()
    for _ in range(3):
        running = a_table(client)
    answer = client.post("/tables", data=new_game("Kim", "Lee", "Max", "Noa"))
    assert (answer.status_code, int(answer.headers["Retry-After"]) % 60) == (429, 0)
    assert re.search(rf"{WAIT} \d+ minutes?", answer.page.text)
    assert [answer.page.value(f"player-{row}") for row in range(1, 5)] == ["Kim", "Lee", "Max", "Noa"]
    assert running.enter(*ROUND).status_code == 303, "whoever plays plays on"
    assert a_table(phone_of("192.0.2.2")), "and so do others"


def test_a_running_evening_is_never_refused(phone_of):
    """Rematches, and new games of a group with a running one, count for their table or group alone."""
    client, group = phone_of(), a_group(phone_of())
    games = [group.table()]
    over, _ = (a_table(client).with_round(*ROUND).stopping() for _ in range(2))
    assert client.post("/tables", data=new_game()).status_code == 429
    for _ in range(2):
        first = over.post("/rematches", first_starter="1")
        assert first.status_code == 303
        assert over.post("/rematches", first_starter="1").location == first.location, "who is later finds the first"
        over = Phone(client, first.location).with_round(*ROUND).stopping()
        games.append(group.table())
    assert a_table(phone_of("192.0.2.2")), "and nobody else has fewer for it"
    for game in games:
        game.with_round(*ROUND).stopping()
    assert client.post("/tables", data=new_game() | {"group": group.key}).status_code == 429, "an evening that is over"


def test_groups_and_files_are_counted_as_well(phone_of):
    client = phone_of()
    for _ in range(3):
        a_group(client)
    answer = client.post("/groups", data={"key": a_key(), "name": "Friday night"})
    assert (answer.status_code, answer.page.value("name")) == (429, "Friday night")
    assert WAIT in answer.page.text
    sheet = a_table(client).sheet
    for status in (303, 303, 303, 429):
        answer = send(client, sheet)
        assert answer.status_code == status
    assert WAIT in answer.page.text
    assert "Then go back and choose the file again." in answer.page.text


def test_with_little_space_nothing_new_begins_and_rounds_are_saved(app, client, phone, monkeypatch, caplog):
    free = [100_000_000]
    monkeypatch.setattr(limits, "free_space", lambda _path: free[0])
    monkeypatch.setitem(app.extensions, "limits", Limits(0, 0, 64))
    free[0] = 63_000_000
    for form, address in (
        (new_game(), "/tables"),
        ({"key": a_key(), "name": "Friday"}, "/groups"),
        ({"file": (io.BytesIO(json.dumps(phone.sheet).encode()), "sheet.json")}, "/imports"),
    ):
        answer = client.post(address, data=form)
        assert answer.status_code == 507
        assert "The server’s disk is nearly full. You can finish games" in answer.page.text
    assert phone.enter(*ROUND).status_code == 303
    (line,) = [record.getMessage() for record in caplog.records]
    assert "has less than 64 MB left (--reserve): rounds are saved, but nothing new is begun. Make room." in line
    free[0] = 65_000_000
    assert a_table(client)


# What a stranger could let grow without end


def test_a_journal_has_an_end(client, monkeypatch):
    """Whoever has a link could undo and redo for ever."""
    phone = a_table(client).with_round(*ROUND)
    monkeypatch.setattr(tables, "MAX_ENTRIES_PER_TABLE", 2)
    answer = phone.enter(*ROUND, anyway=True)
    assert (answer.status_code, answer.page.title) == (409, "This table is full")
    assert "Start a rematch to play on." in answer.page.text
    sent = {"key": a_key(), "number": 2, **phone.entry("5", OUT, "3", "4")}
    brief = phone.client.post(f"{phone.address}/rounds", data=sent, headers={"Prefer": "return=minimal"})
    assert brief.get_json()["title"].startswith("This table is full. ")
    assert len(phone.points) == 1
