"""What strangers may begin, and that whoever is playing plays on."""

from types import SimpleNamespace

import pytest

from companion.web.app import limits
from companion.web.app.limits import HOUR, Limits, network_of
from tests.web.builders import OUT, a_key, a_table, new_game
from tests.web.strict_client import StrictClient

ROUND = ("17", OUT, "13", "5")


@pytest.fixture
def phone_of(app, monkeypatch):
    """Phones at an application that allows three new things an hour from one address."""
    monkeypatch.setitem(app.extensions, "limits", Limits(3))

    def phone(address="192.0.2.1"):
        client = StrictClient(app, app.response_class)
        client.environ_base["REMOTE_ADDR"] = address
        return client

    return phone


def test_each_address_and_each_kind_by_itself(monkeypatch):
    """So many in an hour. Of IPv6 everybody has 2^64 addresses: a /64 counts as one."""
    clock = [HOUR * 5.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    counting = Limits(2)
    addresses = [network_of(each) for each in ("192.0.2.1", "2001:db8::1", "2001:db8::ffff:2", "2001:db8:0:1::1")]
    assert len(set(addresses)) == 3
    for address in (addresses[0], addresses[1], addresses[3]):
        assert [counting.count("tables", address) for _ in range(3)] == [0, 0, HOUR]
    assert counting.count("groups", addresses[0]) == 0
    clock[0] += 600
    assert counting.count("tables", addresses[0]) == HOUR - 600
    clock[0] += HOUR - 600
    assert counting.count("tables", addresses[0]) == 0
    assert not any(Limits(0).count("files", "192.0.2.1") for _ in range(1000)), "zero is any number"


def test_who_floods_a_link_keeps_nobody_else_out(phone_of):
    """The flood goes on by the link as it is, and adds no more phones."""
    flooded, other = phone_of(), phone_of("192.0.2.2")
    address = a_table(flooded).address

    def visit(client):
        client.set_cookie("phone", a_key())
        return client.get(address).status_code

    assert [visit(flooded) for _ in range(5)] == [303, 303, 303, 200, 200]
    assert visit(other) == 303
    assert other.post(f"{address}/phones", data={"seat": 1}).status_code == 303


def test_a_new_game_that_has_to_wait_keeps_what_was_typed(phone_of):
    client = phone_of()
    for _ in range(3):
        running = a_table(client)
    answer = client.post("/tables", data=new_game("Kim", "Lee", "Max", "Noa"))
    assert (answer.status_code, 0 < int(answer.headers["Retry-After"]) <= HOUR) == (429, True)
    assert "Too many requests. Try again in an hour." in answer.page.text
    assert [answer.page.value(f"player-{row}") for row in range(1, 5)] == ["Kim", "Lee", "Max", "Noa"]
    assert running.enter(*ROUND).status_code == 303, "whoever plays plays on"
    assert a_table(phone_of("192.0.2.2")), "and so do others"
