"""Every kind of field is asked, refused, saved, corrected and told by the declared form, without a script."""

import pytest

from companion import text
from companion.games import RULEBOOKS
from companion.web.forms.game import GamePages
from companion.web.games import GAMES
from tests.everything import SAVED, TYPED, Everything
from tests.web.builders import a_table
from tests.web.markup import words_of


@pytest.fixture
def phone(client, monkeypatch):
    [text.find_catalogue([language]) for language in text.languages()]  # those of the games there are
    rulebook = Everything()
    monkeypatch.setitem(RULEBOOKS, "everything", rulebook)
    monkeypatch.setitem(GAMES, "everything", GamePages(rulebook))
    return a_table(client, game="everything")


def entry(phone):
    return phone.visit("/rounds/new")


def facts(played):
    return {key: value for key, value in played.items() if key in SAVED}


def test_a_round_of_every_field_is_saved_and_read_again(phone):
    assert entry(phone).press("Save round 1", TYPED).status_code == 303
    (played,) = phone.sheet["rounds"]
    assert facts(played) == {**SAVED, "points": {"Anne": -3, "Paul": 3.5, "Rachel": -3, "Camille": 3.5}}
    form = phone.visit("/rounds/1")
    assert {name: form.value(name) for name in TYPED if "points" not in name and "-left" not in name} == {
        **{name: typed for name, typed in TYPED.items() if "points" not in name and "-left" not in name},
        "seat-2-bid": "−2",
    }
    assert form.press("Save round 1").status_code == 303
    assert phone.sheet["rounds"] == [played]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"seat-1-left": ""}, "Nothing entered for Anne."),
        ({"seat-1-left": "x"}, "“x” isn’t a card or total."),
        ({"seat-1-bid": "9"}, "From −2 to 1 only."),
        ({"seat-1-bid": "½"}, "Type a whole number."),
        ({"seat-1-points": "100001"}, "From −100000 to 100000 only."),
        ({"seat-1-points": "three"}, "Type a number like 12, −3 or 2½."),
        ({"side-1-tricks": "14"}, "From 0 to 13 only."),
        ({"side-2-tricks": ""}, "Nothing entered for Paul & Camille."),
        ({"side-2-cards": "", "side-1-cards": ""}, "Nothing entered for Anne & Rachel and Paul & Camille."),
        ({"side-2-cards": "7"}, "From −25 to 125 only, in steps of 5."),
        ({"side-2-cards": "50", "side-1-cards": "55"}, "That adds up to 105, not 100."),
        ({"best": ""}, "Best"),
        ({"best": "9"}, "Best"),
        ({"seat-1-call": "huge"}, "Anne: Choose one of these."),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_lost(phone, typed, sentence):
    refused = entry(phone).press("Save round 1", TYPED | typed)
    assert refused.status_code == 422
    assert sentence in words_of(refused.page.one(id="doubts"))
    assert refused.page.value("seat-4-call") == "big"
    assert refused.page.value("seat-4-points") == "1"
    assert phone.sheet["rounds"] == []


def test_a_call_that_nobody_made_is_not_saved(phone):
    assert entry(phone).press("Save round 1", TYPED | {"seat-4-call": "", "seat-1-call": ""}).status_code == 303
    assert phone.sheet["rounds"][0]["call"] == {}


def test_what_is_left_of_a_question_that_is_not_asked_refuses_nothing_and_is_not_saved(phone):
    assert entry(phone).press("Save round 1", TYPED | {"all": "y", "side-1-cards": "abc"}).status_code == 303
    assert "cards" not in phone.sheet["rounds"][0]


def test_a_side_is_told_by_its_name_and_marked_once(phone):
    page = entry(phone).press("Save round 1", TYPED | {"side-2-tricks": "14", "side-1-tricks": "0"}).page
    assert "Paul & Camille:" in words_of(page.one(id="doubts"))
    assert [row.get("data-name") for row in page.all(class_="numbers-seat") if "data-doubt" in row.attrib] == [
        "Paul & Camille"
    ]


def test_a_step_without_the_one_before_is_refused(client):
    """As where another phone has taken back the bids meanwhile."""
    phone = a_table(client, players=3, game="wizard")
    tricks = {f"seat-{seat}-tricks": str(int(seat == 1)) for seat in (1, 2, 3)}
    checked = phone.post("/rounds/check", number=1, step="tricks", **tricks)
    assert "Nothing entered for Bid." in checked.page.text
    bids = {f"seat-{seat}-bids": "0" for seat in (1, 2, 3)}
    assert phone.post("/rounds", number=1, step="bids", **bids).status_code == 303
    phone.undoing()
    assert phone.post("/rounds/1", number=1, step="tricks", editing="y", **tricks).status_code == 422


TICHU = {"first": "1", "side-1-cards": "50"}, {"first": "2", "double": "y"}


@pytest.mark.parametrize(("game", "mine", "theirs"), [("durak", {"fool": "1"}, {"fool": "2"}), ("tichu", *TICHU)])
def test_two_phones_that_differ_are_shown_both(client, game, mine, theirs):
    phone = a_table(client, game=game)
    version = phone.visit("/rounds/new").value("version")
    assert phone.post("/rounds", number=1, version=version, **theirs).status_code == 303
    both = phone.post("/rounds", number=1, version=version, **mine)
    assert both.status_code == 409
    assert both.page.press("Use mine").status_code == 303
    assert len(phone.sheet["rounds"]) == 1


def test_a_flag_is_named_once(phone):
    heads = entry(phone).all(class_="numbers-head")
    assert [words_of(head) for head in heads] == ["Cards leftBidPointsCall", "Tricks", "Cards"]


def test_after_the_bids_the_table_says_that_they_are_saved(client):
    phone = a_table(client, players=3, game="wizard")
    bids = {f"seat-{seat}-bids": "0" for seat in (1, 2, 3)}
    assert phone.post("/rounds", number=1, step="bids", **bids).location.endswith("#saved-0")
    assert words_of(phone.visit().one(class_="saved")) == "✓ Round 1: bids"
    fresh = phone.visit("/rounds/new")
    assert "data-editing" not in fresh.one(id="entry").attrib
    assert "Still to enter" not in fresh.text
