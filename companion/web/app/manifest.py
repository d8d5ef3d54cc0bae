"""What a phone asks for to install the app: its manifest and its service worker."""

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue

from companion.web.app import assets
from companion.web.app.language import choose, gettext, language
from companion.web.app.parts import for_offline

blueprint = Blueprint("app", __name__)


@blueprint.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """The web app manifest. The app opens to the last table (see known-tables.js).

    A browser asks for it without cookies: its address has the language of the page.
    """
    choose(request.args.get("language"))
    response = jsonify(
        id=url_for("home.show"),
        name=gettext("Fool! companion"),
        short_name=gettext("Fool!"),
        description=gettext("Keeps score at the table for the card game Fool!"),
        lang=language(),
        start_url=url_for("home.show", start="last"),
        scope=url_for("home.show"),
        display="standalone",
        background_color="#17131d",
        theme_color="#17131d",
        categories=["games", "utilities"],
        icons=[
            {"src": assets.linked("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(_picture(f"icons/{size}.png", f"{size}x{size}") for size in (192, 512)),
            _picture("icons/maskable.png", "512x512") | {"purpose": "maskable"},
        ],
        screenshots=[
            _shot("table", "720x1280", "narrow", gettext("The table")),
            _shot("entry", "720x1280", "narrow", gettext("Enter a round")),
            _shot("screen", "1366x768", "wide", gettext("The big screen")),
        ],
        shortcuts=[{"name": gettext("New game"), "url": url_for("new_game.new")}],
    )
    response.mimetype = "application/manifest+json"
    return response


@blueprint.get("/sw.js")
def service_worker() -> Response:
    """The service worker. It is at the root, because it can only handle addresses below its own."""
    return Response(assets.load()["sw.js"].plain, mimetype="text/javascript")


@blueprint.get("/offline")
@for_offline
def offline() -> ResponseReturnValue:
    """The page that the service worker shows without a connection, where it has no copy of the page asked for."""
    return render_template("app/offline.html")


def _picture(name: str, sizes: str) -> dict[str, str]:
    return {"src": assets.linked(name), "sizes": sizes, "type": "image/png"}


def _shot(name: str, sizes: str, form_factor: str, label: str) -> dict[str, str]:
    return _picture(f"screenshots/{name}.png", sizes) | {"form_factor": form_factor, "label": label}
