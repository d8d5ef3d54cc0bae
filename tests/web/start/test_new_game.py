"""Starting a new game: names, seats, the first starter, house rules; and a rematch."""

import json

import pytest
from html5lib import serialize

from companion.games import RULEBOOKS
from companion.games.message import say
from companion.games.sitting import Opening, SeatAndReason
from companion.games.usual import find_first_starter
from tests.web.builders import NAMES, OUT, Phone, a_file, a_key, a_table, new_game, opened

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
        ("fool", (), "4 to 8 can play. You have 0."),
        ("fool", ("Anne", " ", "\t", ""), "4 to 8 can play. You have 1."),
        ("fools-field", ("Anne",), "This game is for 2 players. You have 1."),
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
        (("Anne", "", "Paul", "Rachel", "Camille", " Paul "), 6, twice),
        (("Anne", "Paul", "x" * 41, "Camille"), 3, "At most 40 characters in a name."),
        (("Anne", "Paul", "Rachel", "\u200b"), 4, "Give this player a name."),
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


def test_the_first_starter_can_be_drawn(client):
    assert "Drawn by lot." in a_table(client, first_starter="draw").visit().text


def test_house_rules_can_be_changed(client):
    chosen = {"tens_counted": "each", "starter_by": "round", "starter_tie": "self-first", "equal_totals": "tens"}
    phone = a_table(client, end_score="120", tens_to_end="9", **chosen)
    assert phone.sheet["options"] == {"end_score": -120, "tens_to_end": 9} | chosen
    assert "Each player’s alone" in phone.visit("/settings").read("details")


def test_a_house_rule_that_cannot_be_is_told_at_its_field(client):
    for typed in ("", "9", "501", "abc", "1e2", "80.5", "--", "9" * 5000, "²"):
        response = client.post("/tables", data=new_game(end_score=typed, tens_to_end="61", starter_by="nonsense"))
        assert response.status_code == 422
        assert response.page.problem("end_score") == "From 10 to 500 only."
        assert response.page.problem("tens_to_end") == "From 1 to 60 only."
        assert response.page.read(id="starter_by-problem") == "Choose one of these."
        assert "open" in response.page.one("details", class_="house-rules").attrib


def test_players_move_and_the_starter_and_the_focus_move_along(client):
    """At an end of the rows the focus is on the key that leads back."""
    strange = ("up-1", "down-8", "sideways-2", "up-", "up-" + "9" * 5000)
    for change, order, starter, focus in (
        ("up-2", "Paul Anne Rachel Camille", "1", ["down-1"]),
        ("down-2", "Anne Rachel Paul Camille", "3", ["down-3"]),
        ("down-4", "Anne Paul Rachel  Camille", "2", ["down-5"]),
        *((change, "Anne Paul Rachel Camille", "2", []) for change in strange),
    ):
        page = client.post("/tables/new", data=new_game(first_starter="2", change=change)).page
        assert " ".join(page.value(f"player-{row}") for row in range(1, 6)).strip() == order
        assert page.value("first_starter") == starter
        assert [key.get("value") for key in page.all("button", autofocus="")] == focus


@pytest.mark.parametrize("names", [("Anne", "Paul"), ("Anne", "<b>", "", "x" * 50), NAMES])
def test_the_seats_are_the_same_as_a_fragment_and_in_the_page(client, names):
    """A moved player looks the same with and without JavaScript."""
    form = new_game(*names, change="down-1")
    page = client.post("/tables/new", data=form).page
    fragment = client.post("/tables/seats", data=form).page
    assert fragment.root[0].get("id") == "seats"
    for part, name in zip(fragment.root, ("seats", "who-starts"), strict=True):
        assert serialize(page.one(id=name)).strip() == serialize(part).strip()


def test_a_double_tap_opens_one_table_and_going_back_and_changing_the_players_another(client):
    form = new_game(first_starter="draw")
    changed = form | {"player-4": "Ben"}
    first, again, second, too = (client.post("/tables", data=each).location for each in (form, form, changed, changed))
    assert first == again != second == too
    assert client.get(f"{first}/sheet.json").get_json()["players"][3] == "Camille"
    assert client.get(f"{second}/sheet.json").get_json()["players"][3] == "Ben"


# Another game


def test_the_games_are_offered_and_the_first_is_chosen(client):
    page = client.get("/tables/new").page
    games = [(game.text, game.get("aria-current")) for game in page.one(class_="games").findall("button")]
    assert games == [("Fool!", "true"), *((each.title, None) for each in list(RULEBOOKS.values())[1:])]
    for game, told in (("tichu", "4 players"), ("durak", "2 to 6 players, clockwise around the table.")):
        assert client.get(f"/tables/new?game={game}").page.read(id="seats-hint") == told


def test_another_game_keeps_the_names_without_javascript(client):
    page = client.get("/tables/new").page.press("Durak", {"player-1": "Anne", "player-3": "Rachel"}).page
    assert [page.value(f"player-{row}") for row in (1, 2, 3)] == ["Anne", "", "Rachel"]
    assert page.value("game") == "durak"
    page = page.press("The Fool’s Field").page
    assert page.all("label", **{"for": "player-3"}) == []
    page = page.press("Fool!").page
    assert page.value("player-3") == "Rachel"


def test_a_name_that_has_no_seat_in_a_game_does_not_play_and_there_is_no_unknown_game(client):
    assert a_table(client, ("Anne", "Paul", "Rachel"), game="fools-field").names == ["Anne", "Paul"]
    assert client.get("/tables/new?game=chess").status_code == 404
    assert client.post("/tables", data=new_game(game="chess")).status_code == 404


def test_a_rematch_keeps_teams_that_do_not_sit_in_turn(client):
    teams = [["Anne", "Paul"], ["Rachel", "Camille"]]
    phone = opened(client, a_file(rounds=[{"fool": "Anne"}], game="durak", options={"teams": teams}))
    rematch = Phone(client, phone.visit("/rematch").press("Start game").location)
    assert rematch.sheet["options"]["teams"] == teams


def test_a_rematch_of_a_table_whose_loser_has_left_is_proposed(client):
    phone = a_table(client, 3, game="durak")
    phone.post("/rounds", number=1, fool="2")
    phone.post("/seatings", row=["1", "2", "3"], plays=["1", "3"], after="1")
    assert phone.visit("/rematch").value("first_starter") in ("1", "2")


@pytest.mark.parametrize(
    ("game", "result", "starter"), [("fools-field", {"winner": "1"}, "2"), ("durak", {"fool": "2"}, "2")]
)
def test_a_rematch_is_begun_by_whoever_lost(client, game, result, starter):
    phone = a_table(client, 2, game=game)
    assert phone.visit("/rematch").value("first_starter") == "draw"
    phone.post("/rounds", number=1, **result)
    assert phone.visit("/rematch").value("first_starter") == starter
    assert a_table(client).with_round("17", OUT, "13", "5").visit("/rematch").value("first_starter") == "draw"


def test_a_game_whose_rounds_are_opened_asks_who_starts_the_first(client, monkeypatch):
    """Also where it tells statistics nothing of it, and cards decide later."""
    tichu = type(RULEBOOKS["tichu"])
    monkeypatch.setattr(tichu, "opening", lambda self, sitting, lines: Opening(len(lines) + 1, opener(sitting, lines)))
    phone = a_table(client, game="tichu", first_starter="2")
    assert "Paul starts" in phone.visit().read(class_="opening-starts")
    assert client.get("/tables/new?game=tichu").page.one(id="first_starter") is not None
    assert phone.post("/rounds", number=1, first="1", double="y").status_code == 303
    assert phone.visit().read(class_="opening-starts") == "The dragon decides."


def opener(sitting, lines):
    return SeatAndReason(None, say("The dragon decides.")) if lines else find_first_starter(sitting)
