"""The sheet as a picture: shared where the phone can do that, else saved, also over plain HTTP."""

import json
import re
import struct

from tests.browser import elsewhere
from tests.web.builders import CASES

GAME = json.loads(next(case for case in CASES if case.name == "fool-8-players-score.json").read_text("utf-8"))
NAME = r"fool-\d{4}-\d\d-\d\d\.png"
SHARE_SHEET = """
    navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
    window.shared = new Promise((done) => {
        navigator.share = async ({ files }) => done([files[0].name, files[0].size]);
    });
"""


def size(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_the_picture_is_saved_shared_or_opened(phone, another_phone):
    phone.sit_at(elsewhere.bring(phone.address, GAME))
    with phone.page.expect_download() as saving:
        phone.tap("Picture", "link")
    assert re.fullmatch(NAME, saving.value.suggested_filename)
    png = saving.value.path().read_bytes()
    wide, high = size(png)
    assert wide == 1080
    assert high > 1500
    assert len(png) > 30_000, "there is something in it"

    # One that does not come is opened as it is: the drawing itself, in which nothing runs.
    phone.run("() => { HTMLImageElement.prototype.decode = () => Promise.reject(new Error()); }")
    phone.tap_key(phone.seen.locator("[data-picture]"))
    phone.page.wait_for_url("**/sheet.svg")
    assert phone.page.evaluate("document.documentElement.tagName") == "svg"

    other = another_phone(before=SHARE_SHEET).sit_at(phone.table.removeprefix(phone.address))
    other.tap("Picture", "link")
    name, length = other.run("window.shared")
    assert re.fullmatch(NAME, name)
    assert length == len(png)
