"""What every page asks for: the choice of a language, and what a phone needs to install the app."""

import re
from datetime import timedelta

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion import text
from companion.web.app.language import COOKIE, choose, gettext, language
from companion.web.app.parts import for_offline

_LOCAL = re.compile(r"/(?![/\\])[!-~]*")  # an address on this site

blueprint = Blueprint("app", __name__)


@blueprint.post("/language")
def choose_language() -> ResponseReturnValue:
    """Remember a language on this phone, and go back to the page where it was chosen."""
    chosen, back = request.form.get("language"), request.form.get("back", "")
    if chosen not in text.languages():
        abort(400)
    home = url_for("home.show")
    response = redirect(back if _LOCAL.fullmatch(back) else home, 303)
    response.set_cookie(COOKIE, chosen, timedelta(days=365), path=home, secure=request.is_secure, samesite="Lax")
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """Return the web app manifest, in the language of its address: a browser asks for it without cookies."""
    choose(request.args.get("language"))
    pictures = [("icon.svg", "any", "any"), ("icons/192.png", "192x192", "any"), ("icons/512.png", "512x512", "any")]
    response = jsonify(
        id=url_for("home.show"),
        name=gettext("Fool! companion"),
        short_name=gettext("Fool!"),
        lang=language(),
        start_url=url_for("home.show", start="last"),
        scope=url_for("home.show"),
        display="standalone",
        background_color="#17131d",
        theme_color="#17131d",
        icons=[
            {"src": url_for("static", filename=name), "sizes": sizes, "purpose": purpose}
            for name, sizes, purpose in (*pictures, ("icons/maskable.png", "512x512", "maskable"))
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """Return the service worker; it can only handle addresses below its own, so it is at the root."""
    return current_app.send_static_file("sw.js")


@blueprint.get("/offline")
@for_offline
def offline() -> ResponseReturnValue:
    """Return the page that the service worker shows without a connection, if it has no copy of a page."""
    return render_template("app/offline.html")
