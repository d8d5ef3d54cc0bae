"""Live pages: an unchanged table answers a poll in a few bytes, a changed one with what the page shows by now."""

import html
import re

import pytest

from tests.web.builders import OUT, a_table

PAGES = {"table": "", "sheet": "/sheet", "chart": "/chart", "history": "/history", "screen": "/screen"}


@pytest.fixture
def phone(client):
    return a_table(client).with_round("17", OUT, "13", "5")


def ask(client, page):
    """Ask for what is new, as htmx does: by the address and with the tag of the page, or of the last answer."""
    (element,) = [element for element in page.all() if element.get("data-hx-ptag")]
    return client.get(html.unescape(element.get("data-hx-get")), headers={"HX-PTag": element.get("data-hx-ptag")})


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_a_page_asks_for_what_it_does_not_have_yet(client, phone, path):
    page = phone.visit(path)
    assert ask(client, page).status_code == 304
    phone.with_round("2", OUT, "3", "4")
    answer = ask(client, page)
    assert answer.status_code == 200
    assert answer.headers["HX-PTag"] == answer.page.one(id="live").get("data-hx-ptag")
    assert ask(client, answer.page).status_code == 304


@pytest.mark.parametrize("name", PAGES)
def test_what_a_page_replaces_is_what_the_page_shows(client, phone, name):
    """Page and fragment can't drift apart: but for the keys of its forms they are the same."""
    page = client.get(phone.address + PAGES[name]).text
    part = client.get(f"{phone.address}/live?page={name}").text
    visible = re.search(r"<main.*</main>", page, re.DOTALL)[0]
    title = re.search(r"<title>.*</title>", page)[0]
    assert without_keys(part.strip()) == without_keys(f"{title}\n<main{visible.removeprefix('<main')}")


def without_keys(source):
    """Markup without the random keys, and without space between lines."""
    return re.sub(r'name="key" value="[\w-]{22}"|\s+(?=<|$)', "", source)


def test_the_big_screen_shows_new_links_and_a_new_code_by_itself(client, phone):
    page = phone.visit("/screen")
    phone.post("/links")
    part = ask(client, page).page
    (was, now) = (re.search(r'aria-label="QR code">.*?</svg>', each.source, re.DOTALL)[0] for each in (page, part))
    assert was != now
    assert page.read(class_="code") != part.read(class_="code")
    assert ask(client, part).status_code == 304
