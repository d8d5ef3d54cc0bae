"""Pages that phones share: rendered once for all who see the same, and answered by 304 where a phone has them."""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import template_rendered

from companion import create_app
from companion.store.database import FILE_NAME
from companion.web.table import shared
from tests.web.builders import NAMES, OUT, Phone, a_key, a_table, another_link
from tests.web.markup import words_of

PAGES = ["", "/sheet", "/chart", "/history", "?why=2", "/sheet?why=1-2"]
PARTS = [f"/live?page={page}&v=0" for page in ("table", "sheet", "chart", "history", "arrivals&number=2")]
ARABIC = "عبد الرحمن"


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


@pytest.mark.parametrize("path", PAGES + PARTS)
def test_a_shared_page_is_the_page(app, client, phone, path, monkeypatch):
    """For every role and seat: as it was rendered for the first who asked, for the next, and for nobody else."""
    others = [another_link(app, phone, role) for role in ("host", "scorer", "watcher")]
    personal = [say(others[1], name) for name in ("Rachel", "Paul")]
    for each in (phone, *others, *personal):
        first, second = (client.get(each.address + path).text for _ in range(2))
        with monkeypatch.context() as patch:
            patch.setattr(app, "debug", True)  # nothing is shared
            alone = client.get(each.address + path).text
        assert without_keys(first) == without_keys(second) == without_keys(alone)
        keys = [key for source in (first, second, alone) for key in keys_of(source)]
        assert all(re.fullmatch(r"[\w-]{22}", key) for key in keys)
        assert len(set(keys)) == len(keys)
        assert bool(keys) == (each.address != others[2].address and re.search(r"sheet|chart|arrivals", path) is None)
        assert all(key in (each.key, *keys) for key in re.findall(r"(?:/t/|\")([\w-]{22})\b", first + second))
        assert not any(hole in first + second for hole in (shared._LINK, shared._WRITE))


def test_what_six_phones_fetch_is_rendered_once(app, phone, rendered):
    """Also when they ask at the same moment, as after each round."""
    addresses = [another_link(app, phone, "scorer").address for _ in range(6)]
    with ThreadPoolExecutor(6) as phones:
        pages = list(phones.map(lambda address: app.test_client().get(address).text, addresses))
    assert rendered == ["table/show.html"]
    assert all(pages[seat].count(addresses[seat]) > 10 for seat in range(6))
    assert len({key for page in pages for key in keys_of(page)}) == 6 * len(keys_of(pages[0]))


def test_a_part_is_rendered_once_whatever_version_phones_have(app, phone, rendered):
    for version in (0, 1, 2):
        phone.client.get(f"{phone.address}/live?page=table&as=host&v={version}")
    assert rendered == ["table/show.html"]


@pytest.mark.parametrize("path", ["", "/sheet", "/chart", "/history", "/live?page=sheet"])
def test_what_a_page_does_not_know_makes_no_other_page(phone, rendered, path):
    """In an address that somebody has made up: each would be rendered anew, and push out what others ask for."""
    for query in ("", "x=1", "x=2", "why=x", "all=yes", "before=-1", f"before={'9' * 50}", f"x={'y' * 300}"):
        phone.client.get(f"{phone.address}{path}{'&' if '?' in path else '?'}{query}")
    assert len(rendered) == 1


def test_who_watches_gets_no_form_after_who_keeps_score(app, phone):
    for path in ("", "/history", "/live?page=table&v=0"):
        assert keys_of(phone.client.get(phone.address + path).text)
        page = another_link(app, phone).visit(path)
        assert page.all("form") == page.all("button") == []


def test_each_sees_the_own_seat(app, phone):
    scorer = another_link(app, phone, "scorer")
    for name in ("Rachel", "Paul"):
        (row,) = [row for row in say(scorer, name).visit().all("tr", class_="standing") if "you" in words_of(row)]
        assert name in words_of(row)
    assert scorer.visit().all(class_="standing-me") == []


def test_who_says_to_be_somebody_else_sees_that(app, phone):
    mine = say(another_link(app, phone, "scorer"), "Rachel")
    tag = tag_of(mine)
    assert say(mine, "Paul").address == mine.address
    assert again(mine, tag).status_code == 200
    assert '"me": 2' in again(mine, tag).text


def test_two_tables_never_mix(client):
    tables = [a_table(client, names) for names in (NAMES[:4], NAMES[4:])]
    for _ in range(2):
        for table, other in (tables, tables[::-1]):
            source = client.get(table.address).text
            assert all(name in source for name in table.names)
            assert not any(name in source for name in (*other.names, other.key))


def test_a_covered_hand_stays_covered(app, phone):
    """The page tells whose hand is in; not even its own phone's page, shown to another, tells the cards."""
    rachel = say(another_link(app, phone, "scorer"), "Rachel")
    for each in (rachel, phone, say(another_link(app, phone, "scorer"), "Paul"), another_link(app, phone)):
        for path in PAGES + PARTS:
            assert "12 1" not in each.client.get(each.address + path).text
    assert "sent" in rachel.visit().text
    assert "sent" not in words_of(phone.visit().one(class_="round-buttons"))


def test_names_are_never_filled_in(app, client):
    """Somebody who is called like the key of a link, in two directions, or like what looks like markup."""
    phone = a_table(client)
    names = [phone.key, ARABIC, '"><b>{{ key }}', "\\1 %s {0}"]
    phone.post("/names", **{f"name-{seat}": name for seat, name in enumerate(names, start=1)})
    watcher = another_link(app, phone)
    for _ in range(2):
        shown = [bdi.text for bdi in watcher.visit().all("bdi")]
        assert [shown.count(name) >= 1 for name in names] == [True] * 4
        assert f"/t/{phone.key}" not in watcher.client.get(watcher.address).text


# What a phone has


@pytest.mark.parametrize("path", PAGES)
def test_a_page_that_a_phone_has_is_not_sent_again(phone, path):
    answer = again(phone, tag_of(phone, path), path)
    assert (answer.status_code, answer.data) == (304, b"")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Vary"] == "Accept-Encoding, Accept-Language, Cookie, Page-Language"
    assert again(phone, f'"x", {tag_of(phone, path)}', path).status_code == 304


@pytest.mark.parametrize(
    "change",
    [
        lambda phone: phone.with_round("2", OUT, "", "4"),
        lambda phone: phone.visit().press("Redo"),
        lambda phone: phone.post("/names", **{"name-1": "Anna"}),
        lambda phone: phone.stopping(),
    ],
    ids=["round", "redo", "name", "end"],
)
def test_a_change_is_sent(phone, change):
    for path in PAGES:
        tag = tag_of(phone, path)
        assert again(phone, tag, path).status_code == 304
    tags = {path: tag_of(phone, path) for path in PAGES}
    change(phone)
    assert {again(phone, tag, path).status_code for path, tag in tags.items()} == {200}


def test_what_is_undone_and_done_again_is_another_version(phone):
    tag = tag_of(phone)
    phone.visit().press("Redo")
    phone.undoing()
    assert again(phone, tag).status_code == 200


def test_a_link_that_has_ended_gets_nothing(phone):
    tag = tag_of(phone)
    phone.post("/links", role="host")
    assert again(phone, tag).status_code == 410


def test_who_may_do_less_by_now_gets_another_page(app, phone):
    scorer = another_link(app, phone, "scorer")
    tag = tag_of(scorer)
    app.extensions["store"].db.execute("UPDATE links SET role = 'watcher' WHERE role = 'scorer'")
    assert again(scorer, tag).status_code == 200
    assert "You are watching." in again(scorer, tag).text


def test_a_tag_is_for_one_link_and_one_page(app, phone):
    other, tag = another_link(app, phone, "host"), tag_of(phone)
    assert again(other, tag).status_code == 200
    assert [again(phone, tag, path).status_code for path in PAGES] == [304, 200, 200, 200, 200, 200]


@pytest.mark.parametrize("asked", ["Accept-Language", "Page-Language", None])
@pytest.mark.parametrize("path", PAGES)
def test_a_tag_is_for_one_language(phone, path, asked):
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


def test_a_tag_is_for_one_program(phone, monkeypatch):
    """A new release has other scripts: a page that names the old ones must not stay."""
    tag = tag_of(phone)
    monkeypatch.setattr(shared, "program", lambda: "a new one")
    assert again(phone, tag).status_code == 200


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


@pytest.mark.parametrize("path", ["/screen", "/share", "/settings", "/rounds/new", "/rounds/1", "/phones", "/rematch"])
def test_what_depends_on_more_is_always_sent(phone, path):
    """Codes that end, addresses with the host's name, forms in which something is typed."""
    assert "ETag" not in phone.client.get(phone.address + path).headers


def test_the_end_is_always_sent_since_a_rematch_goes_on_elsewhere(phone):
    phone.stopping()
    there = Phone(phone.client, phone.post("/rematches", first_starter="1").location)
    assert "ETag" not in phone.client.get(phone.address).headers
    for played in (1, 2):
        there.with_round("17", OUT, "13", "5")
        assert f"Rematch has begun Round {played + 1}, Paul leads" in phone.visit().text


def test_a_ruling_is_always_sent_since_it_is_gone_after_a_while(phone):
    phone.post("/rulings", cards="G12 R3", led="1")
    for path in PAGES:
        assert "ETag" not in phone.client.get(phone.address + path).headers
        assert phone.visit(path).all(class_="ruled")


# Keys of forms that a phone has kept


def kept_page(phone):
    """A page as the phone has it, since the server said that it is still the same."""
    page = phone.visit()
    assert again(phone, tag_of(phone)).status_code == 304
    return page


def test_undo_on_a_kept_page_counts_once(phone):
    """Back and once more, or in two tabs: the key has been used for just that."""
    page = kept_page(phone)
    assert [page.press("Redo").status_code for _ in range(2)] == [303, 303]
    assert len(phone.sheet["rounds"]) == 2
    assert phone.visit("/history").text.count("Redone") <= 1


def test_two_tabs_with_one_kept_page_do_not_decide_past_each_other(client):
    """The second is told that somebody was quicker, and nothing is lost."""
    phone = a_table(client, first_starter="1", starter_by="round").with_round("=41", OUT, "5", "6")
    phone.with_round("2", OUT, "17", "3")
    page, tag = phone.visit(), tag_of(phone)
    form = {"key": keys_of(page.source)[0], "number": "3"}
    answers = [phone.client.post(f"{phone.address}/starters", data=form | {"seat": seat}) for seat in ("2", "4")]
    assert [answer.status_code for answer in answers] == [303, 409]
    assert again(phone, tag).status_code == 200
    assert phone.sheet["next"]["starter"] == "Paul"
    assert phone.post("/starters", number="3", seat="4").status_code == 303


def test_a_refused_write_leaves_the_key_to_be_used(phone):
    """What was refused has written nothing: the same page, still the same, can be used."""
    page = kept_page(phone)
    form = {"key": keys_of(page.source)[0]}
    assert phone.client.post(f"{phone.address}/undos", data=form | {"seq": "1"}).status_code == 409
    assert again(phone, tag_of(phone)).status_code == 304
    assert phone.client.post(f"{phone.address}/redos", data=form | {"seq": "3"}).status_code == 303
    assert len(phone.sheet["rounds"]) == 2


def test_another_table_does_not_know_the_key(client, phone):
    other, key = a_table(client), a_key()
    answers = [each.post("/starters", number=number, seat="2", key=key) for each, number in ((phone, 2), (other, 1))]
    assert [answer.status_code for answer in answers] == [303, 303]
