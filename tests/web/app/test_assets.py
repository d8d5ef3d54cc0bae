"""Styles, scripts, pictures, and what makes the app installable. How they are written: ``checks/test_styles.py``."""

import hashlib
import struct

from flask import url_for

from companion.web.app.assets import BUNDLES


def test_assets_are_kept_for_good_only_by_their_version(app, client):
    names = [*BUNDLES, "icon.svg", "scripted.js", "awake.mp4", "icons/192.png", "vendor/hx-sse.min.js"]
    with app.test_request_context():
        addresses = {name: url_for("static", filename=name) for name in names}
    for name, address in addresses.items():
        sent = client.get(address)
        assert address.endswith(hashlib.sha256(sent.data).hexdigest()[:12]), name
        assert ("immutable" in sent.headers["Cache-Control"], sent.headers.get("Vary")) == (True, None), name
        for other in (f"/static/{name}", f"/static/{name}?v=", f"/static/{name}?v=000000000000"):
            assert "immutable" not in client.get(other).headers["Cache-Control"], other


def test_every_page_names_a_manifest_in_its_language(client):
    """A browser asks for it without cookies."""
    (link,) = client.get("/").page.all("link", rel="manifest")
    assert link.get("href") == "/manifest.webmanifest?language=en"
    client.post("/language", data={"language": "pl"})
    (link,) = client.get("/").page.all("link", rel="manifest")
    stranger = client.application.test_client()
    asked = stranger.get(link.get("href"), headers={"Accept-Language": "de"}).get_json()
    assert (asked["lang"], asked["name"]) == ("pl", "Pomocnik Fool!")
    assert stranger.get("/manifest.webmanifest?language=../xx").get_json()["lang"] == "en"


def test_it_opens_to_the_last_table_and_its_pictures_have_the_size_that_is_told(client):
    response = client.get("/manifest.webmanifest")
    assert response.mimetype == "application/manifest+json"
    manifest = response.get_json()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/?start=last", "/", "standalone")
    assert {picture.get("purpose") for picture in manifest["icons"]} == {"any", "maskable"}
    for picture in manifest["icons"]:
        content = client.get(picture["src"]).data
        if picture["src"].partition("?")[0].endswith(".png"):
            width, height = struct.unpack(">II", content[16:24])
            assert f"{width}x{height}" == picture["sizes"], picture["src"]
