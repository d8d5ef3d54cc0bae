"""Pages and styles are valid by the Nu checker. As scripts leave them: ``tests/browser/test_valid_screens.py``."""

import re

from companion.web.app import assets
from tests.nu import found_by_nu, needs_nu
from tests.web.builders import OUT, a_durak, a_match, a_table

PAGES = (
    "/",
    "/tables/new",
    "/imports/new",
    "/joins/new",
    "/groups/new",
    "/no-such-page",
    "/referee/fool",
    "/rules/fool",
)
OF_A_TABLE = (
    "",
    "/rounds/new",
    "/rounds/1",
    "/sheet",
    "/chart",
    "/history",
    "/share",
    "/screen",
    "/settings",
    "/hands/1",
)


@needs_nu
def test_pages_and_styles_are_valid(client, tmp_path):
    fool = a_table(client).with_round("17", OUT, "13", "5").address
    addresses = [
        *PAGES,
        *(fool + page for page in OF_A_TABLE),
        *(table.address + page for table in (a_match(client), a_durak(client)) for page in ("/rounds/new", "/referee")),
    ]
    for number, address in enumerate(addresses):
        name = re.sub(r"[^a-z-]+", "-", address.lower())[-40:]
        (tmp_path / f"{number}{name}.html").write_text(client.get(address).text, "utf-8")
    for name, asset in assets.load().items():
        if name.endswith(".css"):
            (tmp_path / name.replace("/", "-")).write_bytes(asset.plain)
    # What is wrong is found: an attribute, a time without one, a property.
    (tmp_path / "wrong.html").write_text(
        "<!doctype html><html lang=en><title>1</title><p hx-get=a><time></time></p></html>"
    )
    (tmp_path / "wrong.css").write_text("@layer base { a { colour: red } }")
    found = found_by_nu(tmp_path)
    assert [told for told in found if not told.startswith("wrong.")] == []
    assert len(found) == 3
