"""Pages that phones share: rendered once for all who see the same, and answered by 304 where a phone has them."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import template_rendered

from companion import create_app
from companion.store.database import FILE_NAME
from companion.web.table import shared
from tests.web.builders import NAMES, OUT, Phone, a_table, another_link

PAGES = ["", "/sheet", "/chart", "/history", "?why=2", "/sheet?why=1-2"]
PARTS = [f"/live?page={page}&v=0" for page in ("table", "sheet", "chart", "history", "arrivals&number=2")]


@pytest.fixture
def phone(client):
    """A table after two rounds, the second undone, with a hand laid: all the forms that a table's page can have."""
    phone = a_table(client).with_round("=41", OUT, "13", "5").with_round("2", OUT, "3", "4").undoing()
    phone.post("/hands/3", number="2", seen="0", **{"seat-3-cards": "12 1"})
    return phone


@pytest.fixture
def rendered(app):
    """The templates that were rendered since."""
    names = []
    with template_rendered.connected_to(lambda sender, template, context: names.append(template.name), app):
        yield names


def say(phone, name):
    """The phone after somebody said on it who they are."""
    return Phone(phone.client, phone.visit("/phones").press(name).location)


def keys_of(source):
    """The write keys of the forms on a page."""
    return re.findall(r'name="key" value="([^"]*)"', source)


def without_keys(source):
    return re.sub(r'name="key" value="[\w-]{22}"', "", source)


def tag_of(phone, path="", **headers):
    """The entity tag of a page."""
    return phone.client.get(phone.address + path, headers=headers).headers["ETag"]


def again(phone, tag, path="", **headers):
    """The answer to a phone that has a page already."""
    return phone.client.get(phone.address + path, headers={"If-None-Match": tag} | headers)


# The same page for everybody


def test_a_shared_page_is_the_page(app, client, phone, monkeypatch):
    """For every role, seat and table: as it was rendered for the first who asked, for the next, and for nobody else."""
    watcher, rachel = another_link(app, phone), say(another_link(app, phone, "scorer"), "Rachel")
    elsewhere, raw = a_table(client, NAMES[4:]), app.test_client()
    asked = [(each, path) for each in (phone, watcher, rachel, elsewhere) for path in PAGES + PARTS]
    with monkeypatch.context() as patch:
        patch.setattr(app, "debug", True)  # nothing is shared
        unshared = [raw.get(each.address + path).text for each, path in asked]
    for (each, path), alone in zip(asked, unshared, strict=True):
        first, second = (raw.get(each.address + path).text for _ in range(2))
        assert without_keys(first) == without_keys(second) == without_keys(alone)
        keys = [key for source in (first, second, alone) for key in keys_of(source)]
        assert all(re.fullmatch(r"[\w-]{22}", key) for key in keys)
        assert len(set(keys)) == len(keys)
        assert not keys or each is not watcher
        assert all(key in (each.key, *keys) for key in re.findall(r"(?:/t/|\")([\w-]{22})\b", first + second))
        assert not any(hole in first + second for hole in (shared._LINK, shared._WRITE))
        assert "12 1" not in first, "a covered hand stays covered"


def test_what_six_phones_fetch_is_rendered_once(app, phone, rendered):
    """Also when they ask at the same moment, as after each round, and whatever version of a part they have."""
    addresses = [another_link(app, phone, "scorer").address for _ in range(6)]
    with ThreadPoolExecutor(6) as phones:
        pages = list(phones.map(lambda address: app.test_client().get(address).text, addresses))
    assert rendered == ["table/show.html"]
    assert all(pages[seat].count(addresses[seat]) > 10 for seat in range(6))
    assert len({key for page in pages for key in keys_of(page)}) == 6 * len(keys_of(pages[0]))
    for version in (0, 1, 2):
        app.test_client().get(f"{phone.address}/live?page=table&as=host&v={version}")
    assert len(rendered) == 2


def test_what_a_page_does_not_know_makes_no_other_page(app, phone, rendered):
    """In an address that somebody has made up: each would be rendered anew, and push out what others ask for."""
    for path in ("", "/sheet", "/history", "/live?page=sheet"):
        rendered.clear()
        for query in ("", "x=1", "x=2", "why=x", "all=yes", "before=-1", f"before={'9' * 50}", f"x={'y' * 300}"):
            app.test_client().get(f"{phone.address}{path}{'&' if '?' in path else '?'}{query}")
        assert len(rendered) == 1, path


def test_names_are_never_filled_in(app, client):
    """Somebody who is called like the key of a link, in two directions, or like what looks like markup."""
    phone = a_table(client)
    names = [phone.key, "عبد الرحمن", '"><b>{{ key }}', "\\1 %s {0}"]
    phone.post("/names", **{f"name-{seat}": name for seat, name in enumerate(names, start=1)})
    watcher = another_link(app, phone)
    for _ in range(2):
        page = watcher.visit()
        assert {bdi.text for bdi in page.all("bdi")} >= set(names)
        assert f"/t/{phone.key}" not in page.source


# What a phone has


def test_a_page_that_a_phone_has_is_not_sent_again_until_it_changes(phone):
    for change in (
        lambda: phone.visit().press("Redo"),
        lambda: phone.with_round("2", OUT, "", "4"),
        lambda: phone.post("/names", **{"name-1": "Anna"}),
        lambda: phone.stopping(),
    ):
        tags = {path: tag_of(phone, path) for path in PAGES}
        for path, tag in tags.items():
            answer = again(phone, f'"x", {tag}', path)
            assert (answer.status_code, answer.data) == (304, b"")
            assert answer.headers["Cache-Control"] == "private, no-cache"
            assert answer.headers["Vary"] == "Accept-Encoding, Accept-Language, Cookie, Page-Language"
        change()
        assert {again(phone, tag, path).status_code for path, tag in tags.items()} == {200}


def test_a_tag_is_for_one_link_its_role_and_seat_one_page_and_one_program(app, phone, monkeypatch):
    """A new release has other scripts: a page that names the old ones must not stay."""
    tag = tag_of(phone)
    assert again(another_link(app, phone, "host"), tag).status_code == 200
    assert [again(phone, tag, path).status_code for path in PAGES] == [304, 200, 200, 200, 200, 200]
    with monkeypatch.context() as patch:
        patch.setattr(shared, "program", lambda: "a new one")
        assert again(phone, tag).status_code == 200
    scorer = say(another_link(app, phone, "scorer"), "Rachel")
    tag = tag_of(scorer)
    assert say(scorer, "Paul").address == scorer.address
    assert '"me": 2' in again(scorer, tag).text
    app.extensions["store"].db.execute("UPDATE links SET role = 'watcher' WHERE role = 'scorer'")
    assert "You are watching." in again(scorer, tag).page.text
    tag = tag_of(phone)
    phone.post("/links", role="host")
    assert again(phone, tag).status_code == 410


@pytest.mark.parametrize("asked", ["Accept-Language", "Page-Language", None])
def test_a_tag_is_for_one_language(phone, asked):
    for path in PAGES[:2]:
        tag = tag_of(phone, path)
        if not asked:
            phone.client.set_cookie("language", "de")
        asks = {asked: "de"} if asked else {}
        german = again(phone, tag, path, **asks)
        assert german.page.root.get("lang") == "de"
        assert again(phone, german.headers["ETag"], path, **asks).status_code == 304
        phone.client.delete_cookie("language")
        assert again(phone, german.headers["ETag"], path).page.root.get("lang") == "en"
        assert again(phone, tag, path, **{"Accept-Language": "xx, en-GB"}).status_code == 304


def test_a_tag_is_for_one_history(tmp_path):
    """A file that was restored has the same version once more, with another round."""

    def with_round(cards):
        app = create_app(tmp_path / "data")
        phone = Phone(app.test_client(), address) if address else a_table(app.test_client())
        phone.post("/rounds", number="1", **phone.entry(cards, OUT, "13", "5")) if cards else None
        return app, phone

    address = ""
    app, phone = with_round(None)
    app.extensions["store"].close()
    address, backup = phone.address, shutil.copytree(tmp_path / "data", tmp_path / "backup")
    app, phone = with_round("17")
    tag = tag_of(phone)
    assert again(phone, tag).status_code == 304
    app.extensions["store"].close()
    shutil.copy(backup / FILE_NAME, tmp_path / "data" / FILE_NAME)
    app, phone = with_round("18")
    assert again(phone, tag).status_code == 200
    app.extensions["store"].close()


def test_what_depends_on_more_is_always_sent(phone):
    """Codes that end, addresses with the host's name, forms, a ruling that goes, a rematch that goes on elsewhere."""
    for path in ("/screen", "/share", "/settings", "/rounds/new", "/rounds/1", "/phones", "/rematch"):
        assert "ETag" not in phone.client.get(phone.address + path).headers, path
    phone.post("/rulings", cards="G12 R3", led="1")
    for path in PAGES:
        assert "ETag" not in phone.client.get(phone.address + path).headers, path
    phone.stopping()
    there = Phone(phone.client, phone.post("/rematches", first_starter="1").location)
    assert "ETag" not in phone.client.get(phone.address).headers
    for played in (1, 2):
        there.with_round("17", OUT, "13", "5")
        assert f"Rematch has begun Round {played + 1}, Paul leads" in phone.visit().text


# Keys of forms that a phone has kept


def test_what_is_decided_on_a_kept_page_counts_once_and_not_past_anybody(client):
    """Back and once more, or in two tabs: the second is told that somebody was quicker, and nothing is lost."""
    phone = a_table(client, first_starter="1", starter_by="round").with_round("=41", OUT, "5", "6")
    phone.with_round("2", OUT, "17", "3")
    page, tag = phone.visit(), tag_of(phone)
    form = {"key": keys_of(page.source)[0], "number": "3"}
    answers = [phone.client.post(f"{phone.address}/starters", data=form | {"seat": seat}) for seat in ("2", "4")]
    assert [answer.status_code for answer in answers] == [303, 409]
    assert again(phone, tag).status_code == 200
    assert phone.sheet["next"]["starter"] == "Paul"
    page = phone.undoing().visit()
    assert [page.press("Redo").status_code for _ in range(2)] == [303, 303]
    assert phone.visit("/history").text.count("Redone") == 1
