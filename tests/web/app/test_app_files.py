"""What makes the app installable."""

import struct

import pytest

from companion import __version__
from companion.web.app import assets


@pytest.fixture
def manifest(client):
    """The web app manifest."""
    response = client.get("/manifest.webmanifest")
    assert response.mimetype == "application/manifest+json"
    return response.get_json()


def test_every_page_names_the_manifest(client):
    (link,) = client.get("/").page.all("link", rel="manifest")
    assert link.get("href") == "/manifest.webmanifest?language=en"


def test_it_is_in_the_language_that_was_chosen(client):
    """A browser asks for it without cookies."""
    client.post("/language", data={"language": "pl"})
    (link,) = client.get("/").page.all("link", rel="manifest")
    asked = client.application.test_client().get(link.get("href"), headers={"Accept-Language": "de"}).get_json()
    assert asked["lang"] == "pl"
    assert asked["shortcuts"][0]["name"] == "Nowa gra"
    unknown = client.application.test_client().get("/manifest.webmanifest?language=../xx").get_json()
    assert unknown["lang"] == "en"


def test_it_opens_to_the_last_table(manifest):
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/?start=last", "/", "standalone")


def test_pictures_have_the_size_that_is_told(client, manifest):
    pictures = [*manifest["icons"], *manifest["screenshots"]]
    assert {picture.get("purpose") for picture in manifest["icons"]} == {None, "maskable"}
    assert {picture["form_factor"] for picture in manifest["screenshots"]} == {"narrow", "wide"}
    for picture in pictures:
        content = client.get(picture["src"]).data
        if picture["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert f"{width}x{height}" == picture["sizes"], picture["src"]


def test_every_picture_is_asked_for(manifest):
    asked = {picture["src"].partition("?")[0] for key in ("icons", "screenshots") for picture in manifest[key]}
    there = {f"/static/{name}" for name in assets.load() if name.startswith(("icons/", "screenshots/"))}
    assert there - asked == {"/static/icons/180.png"}, "the one for iPhones is in the layout"


def test_the_service_worker_is_asked_for_anew(client):
    """At the root, since it may only serve what lies below."""
    response = client.get("/sw.js")
    assert response.mimetype == "text/javascript"
    assert "no-cache" in response.headers["Cache-Control"]


def test_the_first_page_tells_the_version(client):
    """So that whoever asks for help can say it."""
    assert f"Version {__version__}." in client.get("/").page.text
