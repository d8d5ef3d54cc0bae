"""The cookie by which tables know a phone: 128 random bits, the same at every table."""

import re
from typing import TypeVar

from flask import Response, abort, after_this_request, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.store.links.links import new_key
from companion.web.app.presence import PHONE

T = TypeVar("T", bound=AnyResponse)
A_YEAR = 365 * 24 * 60 * 60  # seconds
RANDOM_KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")
_COOKIE_QUERY = re.compile(r"[?&]new=1$")


def find_secret() -> str:
    """Return the secret of the phone that asks; empty if it has none."""
    cookie = request.cookies.get(PHONE, "")
    return cookie if RANDOM_KEY.fullmatch(cookie) else ""


def ensure_secret() -> str:
    """Return the secret of the phone that asks; one without gets a new one with the answer."""
    if secret := find_secret():
        return secret
    secret = new_key()

    @after_this_request
    def give(response: Response) -> Response:
        return set_cookie(response, PHONE, secret)

    return secret


def set_cookie(response: T, name: str, value: str) -> T:
    """Let the phone that gets this answer keep a cookie for a year."""
    path = url_for("home.show")
    response.set_cookie(name, value, A_YEAR, path=path, secure=request.is_secure, httponly=True, samesite="Lax")
    return response


def ask_for_cookie() -> None:
    """Give a phone a cookie and let it come again; without cookies it stays here. The address ends as it began."""
    page = request.script_root + request.full_path
    if not find_secret() and "new" not in request.args:
        ensure_secret()
        abort(redirect(f"{page}{'' if page.endswith('?') else '&'}new=1", 303))
    if find_secret() and "new" in request.args:
        abort(redirect(_COOKIE_QUERY.sub("", page), 303))


def credential_of(key: str) -> str:
    """Return a key and, joined by a dot, the secret of the phone that asks, if it has one."""
    return f"{key}.{secret}" if (secret := find_secret()) else key
