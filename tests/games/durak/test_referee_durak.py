"""The referee of Durak: an address holds the whole question, and taps change it with or without JavaScript."""

from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from companion.games.durak.cards import DECK
from tests.web.builders import a_table
from tests.web.markup import value_of, words_of

HOME = "/referee/durak"


def plain(text):
    """A text without the marks that keep symbols plain."""
    return text.replace("\ufe0e", "")


class Question:
    """The page as it stands, on a phone without JavaScript."""

    def __init__(self, client, address=HOME, **asked):
        self.client = client
        self.address = address + (f"?{urlencode(asked)}" if asked else "")
        self.page = client.get(self.address).page
        self.form = self.page.one("form", id="question")

    @property
    def fields(self):
        """What the form sends, whatever is pressed."""
        fields = [field for tag in ("input", "select") for field in self.form.iter(tag)]
        return {field.get("name"): value_of(field) for field in fields if value_of(field) is not None}

    def sending(self, **fields):
        """The page after the form was sent."""
        return Question(self.client, self.form.get("action"), **self.fields | fields)

    def tap(self, *names):
        """The page after these buttons were tapped, one after the other."""
        question = self
        for name in names:
            question = question.sending(tap=question.button(name).get("value"))
        return question

    def button(self, name):
        """The only button with this name."""
        (found,) = [one for one in self.page.all("button") if (one.get("aria-label") or words_of(one)) == name]
        return found

    @property
    def table(self):
        """What lies on the table, place by place."""
        return [words_of(place) for place in self.page.all("button", class_="durak-place")]

    @property
    def next_place(self):
        """The name of the place where the next card goes."""
        return next(place.get("aria-label") for place in self.page.all("button", class_="durak-place", **CURRENT))

    @property
    def summary(self):
        return plain(self.page.read(class_="durak-summary"))

    @property
    def told(self):
        """All that is said of the attack."""
        return plain(self.page.read(class_="durak-told"))

    @property
    def rulings(self):
        return [plain(words_of(ruling)) for ruling in self.page.all("p", class_="durak-ruling")]

    @property
    def turn(self):
        """All that is said of who is next."""
        return self.page.read(class_="durak-turn")


CURRENT = {"aria-current": "true"}


@pytest.fixture
def ask(client):
    """Ask by what stands in the address."""
    return lambda **asked: Question(client, **asked)


# The page


def test_the_page_has_trumps_a_place_and_the_pad(ask):
    question = ask()
    assert question.page.title == "Is it beaten?"
    trumps = [words_of(label) for label in question.page.all("label", class_="durak-trump")]
    assert trumps == ["spades", "hearts", "diamonds", "clubs"]
    assert [key.get("value") for key in question.page.all("button", class_="durak-key")] == [card.code for card in DECK]
    assert question.next_place == "Attack 1, empty: attack"
    assert question.summary == "Which suit is trump?"


def test_everything_asked_stands_in_the_address(client):
    asked = {"trump": "D", "began": "4", "cards": "S6.S9..DA.H10", "next": "6", "players": "5"}
    asked |= {"attacker": "4", "defender": "5", "out": "1.3", "ended": "taken"}
    kept = client.get(f"{HOME}/ruling?{urlencode(asked)}").page.one(id="ruling").get("data-address")
    assert dict(parse_qsl(urlsplit(kept).query)) == asked
    assert Question(client, kept).page.text == Question(client, **asked).page.text
    taps = [("trump", "S"), ("tap", "H6"), ("tap", "H7"), ("tap", "take-H6"), ("tap", "H8"), ("tap", "C6")]
    kept = client.get(f"{HOME}/ruling?{urlencode(taps)}").page.one(id="ruling").get("data-address")
    assert dict(parse_qsl(urlsplit(kept).query))["cards"] == "H8.H7.C6"


# Laying cards


def test_taps_fill_attack_1_defence_1_attack_2(ask):
    question = ask(trump="S").tap("6 of hearts")
    assert question.next_place == "Defence 1, empty: beat it"
    question = question.tap("8 of hearts")
    assert question.next_place == "Attack 2, empty: attack"
    assert question.tap("10 of clubs").table == ["6", "8", "10", "beat it", "attack"]


def test_a_tap_on_an_empty_place_chooses_it(ask):
    question = ask(trump="S", cards="H6").tap("Attack 2, empty: attack", "6 of clubs")
    assert question.table[:4] == ["6", "beat it", "6", "beat it"]
    assert question.next_place == "Defence 2, empty: beat it"
    question = question.tap("7 of clubs", "Defence 1, empty: beat it", "7 of hearts")
    assert question.summary.startswith("Everything is beaten.")


def test_a_tap_on_a_card_takes_it_back_and_the_next_one_lies_there(ask):
    question = ask(trump="S", cards="H6.H8.C6.C7").tap("Defence 1: 8 of hearts. Take it back.")
    assert question.tap("9 of hearts").fields["cards"] == "H6.H9.C6.C7"
    question = ask(trump="S", cards="H6.H8").tap("Attack 1: 6 of hearts. Take it back.")
    assert question.table == ["attack", "8", "attack"]
    assert question.rulings == ["No card attacks here. Tap the one that does."]


def test_the_pad_shows_what_lies_already_and_a_second_tap_loses_nothing(ask):
    question = ask(trump="S", cards="H6")
    assert question.button("6 of hearts").get("aria-disabled") == "true"
    assert question.button("7 of hearts").get("aria-disabled") is None
    again = question.tap("6 of hearts")
    assert again.fields["cards"] == "H6"
    assert "♥6 lies there already. Tap it on the table to take it back." in again.told
    assert "lies there already" not in again.tap("7 of hearts").told


def test_quick_taps_arrive_together_and_all_count(client):
    """While an answer is under way the taps gather; they are sent in order."""
    taps = [("trump", "H"), ("cards", "S6"), *(("tap", card) for card in ("S7", "D6", "D7", "D7", "C6"))]
    assert Question(client, f"{HOME}?{urlencode(taps)}").fields["cards"] == "S6.S7.D6.D7.C6"


def test_after_six_pairs_there_is_no_place(ask):
    full = "S6.S7.D6.D7.C6.C7.S8.S9.D8.D9.C8.C9"
    question = ask(trump="H", cards=full)
    assert len(question.table) == 12
    assert question.page.all("button", **CURRENT) == []
    question = question.tap("ace of hearts")
    assert question.fields["cards"] == full
    assert "All places are taken." in question.told


def test_clear_takes_the_cards_and_leaves_the_trump(ask):
    question = ask(trump="H", began="3", cards="S6.S7").tap("Clear")
    assert (question.fields["cards"], question.fields["trump"], question.fields["began"]) == ("", "H", "3")


# The ruling


def test_each_pair_has_its_reason_and_a_sign(ask):
    question = ask(trump="H", cards="S6.S9.H7..DJ.D8")
    assert question.rulings == ["♠9 is higher than ♠6.", "♥7 is not beaten yet.", "♦8 is lower than ♦J."]
    signs = [ruling.get("class").split()[1:] for ruling in question.page.all("p", class_="durak-ruling")]
    assert signs == [["durak-yes"], [], ["durak-no"]]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"trump": "", "cards": "S6.S9"}, "Which suit is trump?"),
        ({"trump": "C", "cards": "SA.C6"}, "Yes: ♣6 beats ♠A."),
        ({"cards": "SA.C6"}, "No: ♣6 doesn’t beat ♠A."),
        (
            {"cards": "S6.S9.D7.H6"},
            "Everything is beaten. If nobody adds a card, the attack is repelled."
            " 4 more may be added: an attack has 6 at most.",
        ),
        ({"cards": "S6.S9", "began": "3"}, "Yes: ♠9 beats ♠6. 2 more may be added: the defender began with 3."),
        ({"cards": "S6.S9.S9"}, "♠9 lies there more than once; the deck has it only once."),
        (
            {"cards": "S6..S6..S7", "began": "2"},
            "♠6 lies there more than once; the deck has it only once."
            " An attack with 3 cards is too large: the defender began with 2.",
        ),
        (
            {"cards": "S6.<b>"},
            "“<b>” is no card of this deck: there are 6 to 10, J, Q, K and A in four suits."
            " Still to be beaten: ♠6. 5 more may be added: an attack has 6 at most.",
        ),
    ],
)
def test_what_is_told_of_an_attack(ask, asked, told):
    assert ask(**{"trump": "H"} | asked).told.startswith(told)


# Who is next?


def test_without_a_table_the_players_are_numbered(ask):
    assert [row[0] for row in ask().page.rows("durak-seats")[1:]] == [f"Player {number}" for number in range(1, 5)]
    assert len(ask().tap("6").page.rows("durak-seats")) == 7


def test_fewer_players_leave_nobody_out_of_the_table(ask):
    question = ask(players="6", attacker="5", defender="6", out="2.6").tap("3")
    seats = {"players": "3", "attacker": "1", "defender": "2", "out": "2"}
    assert question.fields.items() >= seats.items()


def test_who_is_next_waits_for_how_it_ended(ask):
    assert ask().turn == "Tap who attacked, who has no cards left, and how the attack ended."
    assert ask().tap("Repelled").turn == (
        "Player 2 attacks Player 2 repelled the attack. Player 3 defends Sits on the left of Player 2."
    )
    question = ask().tap("Player 4 has no cards left")
    assert question.button("Player 4 has no cards left").get("aria-pressed") == "true"
    assert question.tap("Taken").turn == (
        "Player 3 attacks Player 2 took the cards and so, at most tables, misses the attack."
        " Player 3 is next clockwise. Player 1 defends The next on the left of Player 3 who still has cards."
    )
    assert question.tap("Player 4 has no cards left").fields["out"] == ""


@pytest.mark.parametrize(
    ("asked", "tap", "attacker", "defender"),
    [
        ({}, "attacker-3", "3", "4"),
        ({}, "defender-1", "4", "1"),
        ({"out": "4"}, "attacker-3", "3", "1"),
        ({"out": "2"}, "defender-3", "1", "3"),
        ({"out": "1.2", "attacker": "3", "defender": "4"}, "defender-3", "4", "3"),
        ({"out": "2"}, "attacker-1", "1", "2"),  # who has just played the last card was still in
    ],
)
def test_who_attacks_or_defends_draws_the_other_along(ask, asked, tap, attacker, defender):
    """The defender is the next on the left with cards, unless it was another one."""
    fields = ask(**asked, tap=tap).fields
    assert (fields["attacker"], fields["defender"]) == (attacker, defender)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"out": "1.3.4", "ended": "taken"}, "Player 2 is the fool Only Player 2 still has cards, and so is the fool."),
        ({"players": "2", "out": "1.2", "ended": "repelled"}, "A draw Nobody has cards left"),
        ({"attacker": "2", "defender": "2"}, "Player 2 can’t attack and defend at once."),
        ({"out": "2", "ended": "taken"}, "Player 2 took the cards, so can’t be out of cards."),
    ],
)
def test_how_it_ended(ask, asked, told):
    assert ask(**asked).turn.startswith(told)


def test_at_a_table_its_players_are_asked_about(client):
    phone = a_table(client, ("Anne", "Łukasz", "O'Neil"), game="durak")
    question = Question(client, f"{phone.address}/referee")
    assert [row[0] for row in question.page.rows("durak-seats")[1:]] == ["Anne", "Łukasz", "O'Neil"]
    assert question.page.all("button", class_="durak-count") == []
    question = question.tap("O'Neil attacked", "Taken")
    assert question.turn.startswith("Łukasz attacks Anne took the cards")
    assert urlsplit(question.address).path == f"{phone.address}/referee"
    assert question.page.one("a", class_="top-home").get("href") == phone.address


# What is not asked that way


def test_nonsense_in_the_address_breaks_nothing(ask):
    usual = {"cards": "", "next": "", "began": "6", "players": "4", "attacker": "1", "defender": "2"}
    for asked in (
        {"trump": "X", "began": "0", "ended": "eaten"},
        {"began": "9" * 5000, "next": "9" * 5000, "cards": "S6" * 5000},
        {"next": "-1", "players": "٣", "attacker": "7", "defender": "0", "out": "1.x..9.1"},
        {"next": "12", "players": "7", "cards": "\u0000.\ud7ff", "tap": "take-HA"},
        *({"tap": tap} for tap in ("", "-", "H5", "take-", f"slot-{'9' * 5000}", "slot-2", "attacker-9")),
        *({"tap": tap} for tap in ("players-9", "ended-x", "out-0", "in-9")),
    ):
        shown = {name: value for name, value in ask(**asked).fields.items() if name in usual}
        assert shown == usual, asked


def test_a_table_of_taps_has_an_end(client):
    """An address that nobody tapped together takes no time."""
    taps = urlencode([("tap", card.code) for card in DECK] * 60)
    assert client.get(f"{HOME}/ruling?{taps}").status_code == 200
