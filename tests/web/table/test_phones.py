"""Phones that say who they are, what follows from it, and what a host lets each of them do."""

import pytest

from tests.web.builders import OUT, Phone, a_group
from tests.web.markup import words_of


def list_phones(phone):
    section = phone.visit("/share").one(id="phones")
    rows = [*section.iter("summary"), *(p for p in section.iter("p") if p.get("class") == "phone")]
    return sorted(words_of(row) for row in rows if row.find("bdi") is not None)


def history(phone):
    return [words_of(each.find("p")) for each in phone.visit("/history").one("ol", class_="history")]


# Saying who one is


def test_a_phone_says_who_it_is_where_the_table_knows_it(phone):
    """Without cookies it is nobody's."""
    scorer = phone.handed_on("scorer")
    assert scorer.post("/phones", seat="3").status_code == 303
    rachel = scorer.of("Rachel")
    rows = rachel.visit().all("tr", class_="standing")
    assert ["you" in words_of(row).split() for row in rows] == [False, False, True, False]
    assert "This is Rachel’s phone." in rachel.visit("/settings").text
    assert scorer.visit().all(class_="standing-me") == []


def test_my_hand_is_known_from_then_on(phone):
    page = phone.visit().follow("My hand")
    assert page.title == "Who are you?"
    answer = page.press("Rachel")
    assert answer.location.endswith("/hands/3")
    rachel = Phone(phone.client, answer.location.removesuffix("/hands/3"))
    assert "You’re Rachel." in rachel.visit("/hands/3").text
    assert rachel.post("/hands/3", number=1, version=1, **{"seat-3-cards": "12"}).status_code == 303
    assert rachel.visit().follow("My hand ✓ sent").title == "My hand"
    assert "✓" not in phone.handed_on("scorer").visit().text


def test_one_can_be_somebody_else_as_easily(phone):
    rachel = phone.handed_on("scorer").of("Rachel")
    page = rachel.visit("/hands/3").follow("Not you?")
    assert [words_of(each) for each in page.all("button") if each.get("aria-current")] == ["Rachel"]
    assert page.press("Paul").location == f"{rachel.address}/hands/2"
    assert list_phones(phone) == ["Paul scorer"]
    assert rachel.of("None of them").address == rachel.address
    assert list_phones(phone) == []
    assert rachel.visit().all(class_="standing-me") == []


def test_the_big_screen_hands_on_no_host(client, phone):
    """Nor who somebody is: it is the link to keep score that everybody gets."""
    visible = phone.visit("/screen").one(class_="screen-join")
    scorers = phone.handed_on("scorer").visit("/screen").one(class_="screen-join")
    paths = [each.find(".//{http://www.w3.org/2000/svg}path").get("d") for each in (visible, scorers)]
    assert paths[0] == paths[1]


@pytest.mark.parametrize("seat", ["", "x", "-1", "5", "99", "9" * 5000])
def test_a_seat_that_is_none_is_refused(phone, seat):
    answer = phone.post("/phones", seat=seat)
    assert (answer.status_code, answer.page.title) == (422, "Who are you?")
    assert list_phones(phone) == []


# History


def test_the_history_says_from_whose_phone_an_entry_came(phone):
    rachel, paul = phone.handed_on("scorer").of("Rachel"), phone.handed_on("scorer").of("Paul")
    rachel.post("/hands/3", number=1, version=1, **{"seat-3-cards": "12"})
    paul.with_round("17", OUT, "", "5")
    phone.correct(1, "17", OUT, "12", "6")
    rachel.undoing()
    rachel.post("/names", **{"name-3": "Rahel"})
    rachel.of("Camille").post("/names", **{"name-4": "Cami"})
    assert history(phone) == [
        "Camille is now called Cami. from Cami’s phone",
        "Rachel is now called Rahel. from Rahel’s phone",
        "Undone: Round 1 corrected: Camille −5 → −6. from Rachel’s phone",
        "Round 1 corrected: Camille −5 → −6. undone",
        "Round 1 saved: Anne −17, Paul +10, Rachel −12, Camille −5. from Paul’s phone",
        "Rachel sent a hand for round 1. from Rachel’s phone",
        "Table opened: Anne, Paul, Rachel and Camille.",
    ]


def test_who_was_quicker_is_named(phone):
    phone.handed_on("scorer").of("Paul").with_round("17", OUT, "13", "5")
    late = phone.enter("18", OUT, "13", "5", number=1)
    assert "Paul was quicker. Which entry is right?" in late.page.text
    phone.correct(1, "19", OUT, "13", "5")
    late = phone.enter("18", OUT, "13", "5", number=1)
    assert "Another phone was quicker. Which entry is right?" in late.page.text


# What phones may do


def test_a_host_says_what_a_phone_may_do(phone):
    """What follows from it: ``store/links/test_links.py``."""
    scorer, rachel = phone.handed_on("scorer"), phone.handed_on("scorer").of("Rachel")
    assert list_phones(phone) == ["Rachel scorer"]
    assert phone.visit("/share").press("Make watcher").status_code == 303
    assert list_phones(phone) == ["Rachel watcher"]
    assert "You’re watching." in rachel.visit().text
    assert rachel.enter("17", OUT, "13", "5").status_code == 403
    scorer.visit(status=410)  # the link that Rachel came by
    assert phone.visit("/share").press("Make scorer").status_code == 303
    assert rachel.with_round("17", OUT, "13", "5").points == [[-17, 10, -13, -5]]
    action = next(f.get("action") for f in phone.visit("/share").all("form") if "/phones/" in f.get("action"))
    path = "/phones/" + action.rpartition("/")[2]
    assert [each.post(path, role="watcher").status_code for each in (rachel, phone.handed_on("watcher"))] == [403, 403]
    assert phone.post(path, role="owner").status_code == 400
    assert [phone.post(f"/phones/{wrong}", role="host").status_code for wrong in ("forged", "99")] == [404, 303]
    assert list_phones(phone) == ["Rachel scorer"]


# Groups


def test_only_a_host_puts_a_table_into_a_group_whose_link_makes_hosts(client, phone):
    """Whoever has the group's link could delete the table as well."""
    scorer, watcher, group = phone.handed_on("scorer"), phone.handed_on("watcher"), a_group(client)
    assert watcher.post("/phones", seat="1", role="host", key=phone.key).status_code == 403
    assert scorer.post("/group", group=group.key).status_code == 403
    scorer.visit("/group", status=403)
    assert "Add to group" not in scorer.visit("/settings").text
    assert group.tables() == []
    assert phone.post("/group", group=group.key).status_code == 303
    (opened,) = group.opened()
    assert opened.visit("/share").has_button("Replace links")
