"""What makes the app installable."""

import struct

from companion import __version__
from companion.web.app import assets


def test_every_page_names_a_manifest_in_its_language(client):
    """A browser asks for it without cookies."""
    (link,) = client.get("/").page.all("link", rel="manifest")
    assert link.get("href") == "/manifest.webmanifest?language=en"
    client.post("/language", data={"language": "pl"})
    (link,) = client.get("/").page.all("link", rel="manifest")
    stranger = client.application.test_client()
    asked = stranger.get(link.get("href"), headers={"Accept-Language": "de"}).get_json()
    assert (asked["lang"], asked["shortcuts"][0]["name"]) == ("pl", "Nowa gra")
    assert stranger.get("/manifest.webmanifest?language=../xx").get_json()["lang"] == "en"


def test_it_opens_to_the_last_table_and_its_pictures_have_the_size_that_is_told(client):
    response = client.get("/manifest.webmanifest")
    assert response.mimetype == "application/manifest+json"
    manifest = response.get_json()
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/?start=last", "/", "standalone")
    assert {picture.get("purpose") for picture in manifest["icons"]} == {None, "maskable"}
    assert {picture["form_factor"] for picture in manifest["screenshots"]} == {"narrow", "wide"}
    pictures = [*manifest["icons"], *manifest["screenshots"]]
    for picture in pictures:
        content = client.get(picture["src"]).data
        if picture["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert f"{width}x{height}" == picture["sizes"], picture["src"]
    there = {f"/static/{name}" for name in assets.load() if name.startswith(("icons/", "screenshots/"))}
    there -= {picture["src"].partition("?")[0] for picture in pictures}
    assert there == {"/static/icons/180.png"}, "the one for iPhones is in the layout"


def test_the_service_worker_is_asked_for_anew(client):
    """At the root, since it may only serve what lies below."""
    response = client.get("/sw.js")
    assert response.mimetype == "text/javascript"
    assert "no-cache" in response.headers["Cache-Control"]


def test_the_first_page_tells_the_version(client):
    """So that whoever asks for help can say it."""
    assert f"Version {__version__}." in client.get("/").page.text
