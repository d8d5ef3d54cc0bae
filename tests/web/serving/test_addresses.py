"""The address that is printed at the start: phones can open it, or it is said that they can't."""

import socket
from urllib.parse import urlsplit

import pytest

from companion.web.app import site
from companion.web.serving import whereabouts


@pytest.fixture
def printed(capsys):
    """The address that is printed for a host, once it was tried, and all that is printed."""

    def announce(host, public_url=""):
        with whereabouts.bind(host, 0) as listening:
            whereabouts.announce(listening, public_url)
            output = capsys.readouterr().out
            (address,) = (urlsplit(word) for word in output.split() if word.startswith("http"))
            if not public_url:
                socket.create_connection((address.hostname, address.port), timeout=5).close()
        return address.hostname, output

    return announce


def test_the_address_of_this_computer_in_its_network(printed):
    own = (site.own_address() or "localhost").strip("[]")
    found, output = printed("0.0.0.0")
    assert (found, "█" in output) == (own, own != "localhost")


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_what_only_this_computer_reaches_is_said_to_be_so(printed, host):
    found, output = printed(host)
    assert (found, "█" in output) == (host, False)
    for advice in ("Only this computer can open that", "--host 0.0.0.0"):
        assert advice in output


def test_a_public_address_is_the_one(printed):
    found, output = printed("127.0.0.1", "https://cards.example/b")
    assert (found, "  https://cards.example/b/\n" in output, "█" in output) == ("cards.example", True, True)
