"""The addresses that are printed at the start, whatever is listened on: they work, or it is said why none does."""

import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from companion.web.app import place
from companion.web.serving import whereabouts


def own_addresses():
    """By which this computer goes into a network, where there is one."""
    return [found for family in (socket.AF_INET, socket.AF_INET6) if (found := place.find_own_host(family))]


@pytest.fixture
def printed(capsys):
    """The addresses for phones, each tried, and all that is printed for a host."""

    def ask(host):
        with ExitStack() as opened:
            sockets = [opened.enter_context(each) for each in whereabouts.bind(host, 0)]
            found = whereabouts.reachable(sockets)
            whereabouts.announce(found, sockets[0])
            told = capsys.readouterr().out
            shown = [word for word in told.split() if word.startswith("http://")]
            assert set(found) < set(shown) or not found or shown == list(found)
            for address in shown:
                site = urlsplit(address)
                socket.create_connection((site.hostname, site.port), timeout=5).close()
        return [urlsplit(address).hostname for address in found], told

    return ask


def test_every_network_is_so_by_both_protocols(printed):
    for host in ("*", "::", ""):
        found, told = printed(host)
        assert found == own_addresses()
        assert "On this computer: http://127.0.0.1:" in told
    assert printed("0.0.0.0")[0] == [found for found in own_addresses() if ":" not in found]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.2", "::1"])
def test_what_only_this_computer_reaches_is_said_to_be_so(printed, host):
    found, told = printed(host)
    assert found == []
    for said in ("Only this computer can open", "--host 0.0.0.0", "--public-url"):
        assert said in told
    assert "█" not in told


def test_an_address_of_this_computer_stands_for_itself_and_without_a_network_that_is_said(printed, monkeypatch):
    for host in own_addresses():
        found, told = printed(host)
        assert (found, "On this computer" in told) == ([host], False)
    for module in (whereabouts, place):
        monkeypatch.setattr(module, "find_own_host", lambda family: None)
    found, told = printed("*")
    assert (found, str(whereabouts.NO_NETWORK) in told, place.own_address()) == ([], True, None)
    monkeypatch.setattr(place, "find_own_host", lambda family: "fd00::2" if family == socket.AF_INET6 else None)
    assert place.own_address() == "[fd00::2]"


def test_a_public_address_is_printed_beside_that_of_this_computer(capsys):
    (listening,) = whereabouts.bind("127.0.0.1", 0)
    with listening:
        whereabouts.announce(("https://cards.example/",), listening)
        here = f"On this computer: http://127.0.0.1:{listening.getsockname()[1]}/\n"
    told = capsys.readouterr().out
    assert ("  https://cards.example/\n" in told, here in told) == (True, True)
