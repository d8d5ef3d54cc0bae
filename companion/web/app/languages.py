"""Which language the pages are in: chosen on a phone, remembered there."""

import re
from http import HTTPStatus

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion import text
from companion.web.app.language import COOKIE, SCREEN_COOKIE

A_YEAR = 365 * 24 * 60 * 60  # seconds
_HERE = re.compile(r"/(?![/\\])[!-~]*")  # an address on this site

blueprint = Blueprint("languages", __name__)


@blueprint.post("/language")
def choose() -> ResponseReturnValue:
    """Remember a language on this phone, and go back to the page where it was chosen. The big screen has its own."""
    chosen, back = request.form.get("language"), request.form.get("back", "")
    if chosen not in text.languages():
        abort(HTTPStatus.BAD_REQUEST)
    there = back if _HERE.fullmatch(back) else url_for("home.show")
    response = redirect(there, HTTPStatus.SEE_OTHER)
    name = SCREEN_COOKIE if there.endswith("/screen") else COOKIE
    path = url_for("home.show")
    response.set_cookie(name, chosen, A_YEAR, path=path, secure=request.is_secure, samesite="Lax")
    return response
