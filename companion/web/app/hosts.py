"""The names under which this companion is reached. A write under any other name is refused.

Whoever owns a name can let it point to this computer, so that his page, once it is open in a browser in this network,
counts as the companion's own (DNS rebinding). An address can't be bent like that, nor can a name that only means
something on this computer or in this network.
"""

import ipaddress
import socket
from functools import cache
from urllib.parse import urlsplit

from flask import Request, current_app

from companion.web.app.network import own_address

# What home routers and computers put after a computer's own name.
# Nobody can register these; fritz.box belongs to the maker of the routers.
AT_HOME = ("", ".local", ".lan", ".home", ".internal", ".home.arpa", ".localdomain", ".fritz.box")


def public_url() -> str:
    """The site that the host has chosen for links and QR codes: scheme, name and port; empty for none."""
    chosen = urlsplit(current_app.config["PUBLIC_URL"])
    return f"{chosen.scheme}://{chosen.netloc}" if chosen.netloc else ""


def good_address(request: Request) -> str:
    """The site under which this companion takes a write: scheme, name and port."""
    return public_url() or f"http://{own_address() or 'localhost'}:{request.environ['SERVER_PORT']}"


def is_ours(request: Request) -> bool:
    """Whether a request was sent to this companion by its name.

    A name that only a proxy knows counts where the browser vouches for it: over HTTPS the proxy has shown a
    certificate for it. ``Sec-Fetch-Site`` is only sent then, and no script can forge it.
    """
    vouched = request.is_secure and request.headers.get("Sec-Fetch-Site") in ("same-origin", "none")
    return vouched or _known(request.environ.get("HTTP_HOST", ""))


def _known(host: str) -> bool:
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    return name in ("", "localhost", urlsplit(public_url()).hostname) or name in _own_names() or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


@cache
def _own_names() -> frozenset[str]:
    full = socket.gethostname().lower()
    return frozenset({full, *(full.partition(".")[0] + after for after in AT_HOME)})
