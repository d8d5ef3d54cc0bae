"""Starting a new game: names, seats, the first starter, house rules; and a rematch."""

import json

import pytest
from html5lib import serialize

from companion.games import RULEBOOKS
from tests.web.builders import OUT, a_key, a_table, new_game

STRANGE_NAMES = ["A", "x" * 40, "🃏" * 40, "<script>alert(1)</script>", "\"Quoted\" 'twice' `and` more"]
STRANGE_NAMES += ["Tom & Jerry &amp; &lt;b&gt;", "100 % %(name)s {{ 7*7 }} {% raw %}", "שרה לאה", "أحمد", "王小明"]
STRANGE_NAMES += ["नीना", "👩\u200d👩\u200d👧\u200d👦", "O'Neil\\n</title>", "'; DROP TABLE tables; --"]
PAGES = ["", "/sheet", "/history", "/settings", "/chart", "/rounds/new", "/rounds/1", "/rematch"]


def test_any_name_is_shown_as_it_was_typed_everywhere_and_kept_in_forms(client):
    """Markup, quotes, percent signs, any script, any direction."""
    for first in (0, 7):
        names = STRANGE_NAMES[first : first + 7]
        phone = a_table(client, players=names).with_round("17", OUT, *"23456")
        for path in PAGES:
            page = phone.visit(path)
            values = [field.get("value") for field in page.all("input")]
            assert [name for name in names if name not in page.text and name not in values] == [], path
        assert phone.names == names
        assert json.loads(phone.visit().one("h1").get("data-names")) == names
        assert names[1] in phone.stopping().visit().title
        form = new_game(*names[:2], names[0])
        page = client.post("/tables", data=form).page
        assert [page.value(f"player-{row}") for row in (1, 2, 3)] == [*names[:2], names[0]]
        assert names[0] in page.read("select", id="first_starter")


def test_too_few_players_are_told_how_many_there_are(client):
    """For each game."""
    for game, names, told in (
        ("fool", ("Anne", " ", "\t", ""), "4–8 can play. You have 1."),
        ("fools-field", ("Anne",), "2 can play. You have 1."),
    ):
        form = {"key": a_key(), "game": game} | {f"player-{row}": name for row, name in enumerate(names, 1)}
        response = client.post("/tables", data=form)
        assert response.status_code == 422
        assert response.page.read(id="seats-problem") == told


def test_a_wrong_name_is_told_at_its_field(client):
    """Which names can be: ``games/test_players.py``."""
    twice = "Somebody else has this name. Add an initial?"
    for names, row, told in (
        (("Anne", "Paul", "anne", "Camille"), 3, twice),
        (("Anne", "Paul", "x" * 41, "Camille"), 3, "At most 40 characters in a name."),
    ):
        response = client.post("/tables", data=new_game(*names))
        assert response.status_code == 422
        wrong = {f"player-{other}": response.page.problem(f"player-{other}") for other in range(1, 9)}
        assert {name: problem for name, problem in wrong.items() if problem} == {f"player-{row}": told}


@pytest.mark.parametrize(("row", "starter", "dealer"), [(1, "Anne Marie", "Camille"), (5, "Camille", "Rachel")])
def test_the_first_starter_can_be_picked_names_are_tidied_and_a_free_seat_is_none(client, row, starter, dealer):
    names = (" Anne\u202e  Marie\n", "Paul\x00", "Rachel", " ", "Camille")
    phone = a_table(client, players=names, first_starter=str(row), key="no key")
    assert phone.sheet["next"] == {"starter": starter, "dealer": dealer}
    assert f"{starter} starts Chosen at the table." in phone.visit().text


def test_a_house_rule_that_cannot_be_is_told_at_its_field(client):
    for typed in ("", "9", "501", "80.5", "9" * 5000, "²"):
        response = client.post("/tables", data=new_game(end_score=typed, tens_to_end="61", starter_by="nonsense"))
        assert response.status_code == 422
        assert response.page.problem("end_score") == "From 10 to 500 only."
        assert response.page.problem("tens_to_end") == "From 1 to 60 only."
        assert response.page.read(id="starter_by-problem") == "Choose one of these."
        assert "open" in response.page.one("details", class_="house-rules").attrib


def test_the_seats_are_the_same_as_a_fragment_and_in_the_page(client):
    """A moved player looks the same with and without JavaScript."""
    form = new_game("Anne", "<b>", "", "x" * 50, change="down-1")
    page = client.post("/tables/new", data=form).page
    fragment = client.post("/tables/seats", data=form).page
    assert fragment.root[0].get("id") == "seats"
    for part, name in zip(fragment.root, ("seats", "who-starts"), strict=True):
        assert serialize(page.one(id=name)).strip() == serialize(part).strip()


def test_the_games_are_offered_and_the_first_is_chosen(client):
    page = client.get("/tables/new").page
    games = [(game.text, game.get("aria-current")) for game in page.one(class_="games").findall("button")]
    assert games == [("Fool!", "true"), *((each.title, None) for each in list(RULEBOOKS.values())[1:])]
    for game, told in (("tichu", "4 players"), ("durak", "2 to 6 players, clockwise around the table.")):
        assert client.get(f"/tables/new?game={game}").page.read(id="seats-hint") == told
