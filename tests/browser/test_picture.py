"""The sheet as a picture: shared where the phone can do that, else saved, also over plain HTTP."""

import json
import re
import struct
from pathlib import Path

import pytest

CASE = Path(__file__).parent.parent / "cases" / "fool-8-players-score.json"
NAME = r"fool-\d{4}-\d\d-\d\d\.png"
SHARE_SHEET = """
    navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
    window.shared = new Promise((done) => {
        navigator.share = async ({ files }) => done([files[0].name, [...new Uint8Array(await files[0].arrayBuffer())]]);
    });
"""


def size(png):
    """The width and height of a PNG."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_the_picture_is_saved(phone):
    """Over plain HTTP, where no phone shares files."""
    phone.address = phone.address.replace("127.0.0.1", "phone.test")
    phone.import_game(json.loads(CASE.read_text("utf-8")))
    for path in ("", "/sheet"):
        phone.page.goto(phone.table + path)
        with phone.page.expect_download() as saving:
            phone.tap("Save as a picture", "link")
        assert re.fullmatch(NAME, saving.value.suggested_filename)
        png = saving.value.path().read_bytes()
        wide, high = size(png)
        assert wide == 1080
        assert high > 1500
        assert len(png) > 30_000


@pytest.mark.thorough
def test_the_picture_is_shared_where_there_is_a_share_sheet(phone):
    phone.page.add_init_script(SHARE_SHEET)
    phone.import_game(json.loads(CASE.read_text("utf-8")))
    phone.tap("Share as a picture", "link")
    name, png = phone.page.evaluate("window.shared")
    assert re.fullmatch(NAME, name)
    assert size(bytes(png))[0] == 1080


@pytest.mark.thorough
def test_a_picture_that_does_not_come_is_opened_as_it_is(phone):
    """The drawing itself, in which nothing runs."""
    phone.import_game(json.loads(CASE.read_text("utf-8")))
    phone.page.evaluate("() => { HTMLImageElement.prototype.decode = () => Promise.reject(new Error()); }")
    phone.tap("Save as a picture", "link")
    phone.page.wait_for_url("**/sheet.svg")
    assert phone.page.evaluate("document.documentElement.tagName") == "svg"
