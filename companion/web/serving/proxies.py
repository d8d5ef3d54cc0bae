"""Whose word on a request is taken: a proxy's on this computer, or a named one's. Anybody else could forge it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

FORWARDED_FOR = b"x-forwarded-for"


class Proxies:
    """The proxies that are believed, by their addresses and networks."""

    def __init__(self, proxies: Iterable[str]) -> None:
        self.networks = [ipaddress.ip_network(proxy) for proxy in ("127.0.0.1", "::1", *proxies)]

    def believes(self, address: str) -> bool:
        """Whether a request from this address may say where it comes from."""
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        found = getattr(found, "ipv4_mapped", None) or found
        return any(found in network for network in self.networks)

    def client(self, scope: Any) -> str:
        """The address from which a request comes, as far as anybody knows."""
        address = str((scope.get("client") or ("",))[0])
        if not self.believes(address):
            return address
        told = b",".join(value for name, value in scope["headers"] if name == FORWARDED_FOR).decode("latin-1")
        return told.rpartition(",")[2].strip() or address


class Proxied:
    """Lets a WSGI application see a request as the proxy that handed it on did."""

    def __init__(self, app: WSGIApplication, proxies: Proxies) -> None:
        self.app = app
        self.proxied = ProxyFix(app, x_for=1, x_proto=1, x_host=1)
        self.proxies = proxies

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """One request."""
        app = self.proxied if self.proxies.believes(environ.get("REMOTE_ADDR", "")) else self.app
        return app(environ, start_response)
