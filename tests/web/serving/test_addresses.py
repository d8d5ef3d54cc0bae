"""The addresses that are printed at the start, whatever is listened on: they work, or it is said why none does."""

import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from companion.web.serving import addresses


def own_addresses():
    """By which this computer goes into a network, where there is one."""
    return [found for family in (socket.AF_INET, socket.AF_INET6) if (found := addresses._own(family))]


@pytest.fixture
def printed(capsys):
    """What is printed for a host: the addresses for phones, and all the text; each address is tried."""

    def ask(host):
        with ExitStack() as opened:
            sockets = [opened.enter_context(each) for each in addresses.bind(host, 0)]
            found = addresses.reachable(sockets)
            addresses.announce(found, sockets[0], print)
            told = capsys.readouterr().out
            shown = [word for word in told.split() if word.startswith("http://")]
            assert set(found) < set(shown) or not found or shown == list(found)
            for address in shown:
                site = urlsplit(address)
                socket.create_connection((site.hostname, site.port), timeout=5).close()
        return [urlsplit(address).hostname for address in found], told

    return ask


@pytest.mark.parametrize("host", ["*", "::", ""])
def test_every_network_is_so_by_both_protocols(printed, host):
    found, told = printed(host)
    assert found == own_addresses()
    assert "On this computer: http://127.0.0.1:" in told


def test_every_network_by_ipv4(printed):
    assert printed("0.0.0.0")[0] == [found for found in own_addresses() if ":" not in found]


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.0.2", "::1"])
def test_what_only_this_computer_reaches_is_said_to_be_so(printed, host):
    found, told = printed(host)
    assert found == []
    assert "Only this computer can open" in told
    assert "--host 0.0.0.0" in told
    assert "--public-url" in told
    assert "█" not in told


@pytest.mark.parametrize("host", ["*", "0.0.0.0"])
def test_without_a_network_that_is_said(printed, monkeypatch, host):
    monkeypatch.setattr(addresses, "_own", lambda family: None)
    found, told = printed(host)
    assert found == []
    assert str(addresses.NO_NETWORK) in told


def test_an_address_of_this_computer_stands_for_itself(printed):
    for host in own_addresses():
        found, told = printed(host)
        assert found == [host]
        assert "On this computer" not in told


def test_a_public_address_is_printed_beside_that_of_this_computer(capsys):
    with ExitStack() as opened:
        (listening,) = [opened.enter_context(each) for each in addresses.bind("127.0.0.1", 0)]
        port = listening.getsockname()[1]
        addresses.announce(("https://cards.example/",), listening, print)
    told = capsys.readouterr().out
    assert "  https://cards.example/\n" in told
    assert f"On this computer: http://127.0.0.1:{port}/\n" in told


@pytest.mark.parametrize(
    ("four", "six", "own"), [("192.0.2.2", "fd00::2", "192.0.2.2"), (None, "fd00::2", "[fd00::2]"), (None, None, None)]
)
def test_this_computers_address_for_links_is_one_of_ipv6_only_where_there_is_no_other(monkeypatch, four, six, own):
    monkeypatch.setattr(addresses, "_own", lambda family: four if family == socket.AF_INET else six)
    assert addresses.own_address() == own


def test_every_network_is_so_where_there_is_no_ipv6(monkeypatch):
    def without(family, *rest):
        if family == socket.AF_INET6:
            raise OSError(97, "Address family not supported by protocol")
        return real(family, *rest)

    real = socket.socket
    monkeypatch.setattr(addresses.socket, "socket", without)
    (listening,) = addresses.bind("*", 0)
    with listening:
        assert listening.family == socket.AF_INET
