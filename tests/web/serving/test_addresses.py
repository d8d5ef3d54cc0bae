"""The addresses that are printed at the start, whatever is listened on: they work, or it is said why none does."""

import socket
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from companion.web.app import site
from companion.web.serving import whereabouts


@pytest.fixture
def printed(capsys):
    """The hosts of the addresses for phones, each tried, and all that is printed for a host."""

    def announce(host):
        with ExitStack() as opened:
            sockets = [opened.enter_context(each) for each in whereabouts.bind(host, 0)]
            found = whereabouts.reachable(sockets)
            whereabouts.announce(found, sockets[0])
            output = capsys.readouterr().out
            addresses = [word for word in output.split() if word.startswith("http://")]
            assert set(found) <= set(addresses)
            for site in map(urlsplit, addresses):
                socket.create_connection((site.hostname, site.port), timeout=5).close()
        return [urlsplit(address).hostname for address in found], output

    return announce


def test_every_network_is_so_by_both_protocols(printed):
    own = [host for family in (socket.AF_INET, socket.AF_INET6) if (host := site.find_own_host(family))]
    for host in ("*", "::", ""):
        found, output = printed(host)
        assert (found, "On this computer: http://127.0.0.1:" in output) == (own, True)
    assert printed("0.0.0.0")[0] == [host for host in own if ":" not in host]
    for host in own:  # an address of this computer stands for itself
        found, output = printed(host)
        assert (found, "On this computer" in output) == ([host], False)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.2", "::1"])
def test_what_only_this_computer_reaches_is_said_to_be_so(printed, host):
    found, output = printed(host)
    assert (found, "█" in output) == ([], False)
    for advice in ("Only this computer can open", "--host 0.0.0.0", "--public-url"):
        assert advice in output


def test_without_a_network_that_is_said(printed, monkeypatch):
    for module in (whereabouts, site):
        monkeypatch.setattr(module, "find_own_host", lambda family: None)
    found, output = printed("*")
    assert (found, whereabouts.NO_NETWORK in output, site.own_address()) == ([], True, None)
    monkeypatch.setattr(site, "find_own_host", lambda family: "fd00::2" if family == socket.AF_INET6 else None)
    assert site.own_address() == "[fd00::2]"


def test_a_public_address_is_printed_beside_that_of_this_computer(capsys):
    (listening,) = whereabouts.bind("127.0.0.1", 0)
    with listening:
        whereabouts.announce(("https://cards.example/",), listening)
        local = f"On this computer: http://127.0.0.1:{listening.getsockname()[1]}/\n"
    output = capsys.readouterr().out
    assert ("  https://cards.example/\n" in output, local in output) == (True, True)
