"""The rules pages: every house rule is there and linked, the example is the rulebook's, and there is a way back."""

import pytest

from companion import text
from companion.games import RULEBOOKS
from companion.games.derive import derive
from companion.games.message import Verdict
from companion.games.reasons import explain_side
from companion.games.record import check_round
from companion.web import games
from companion.web.rules.pages import example_of
from tests.web.builders import a_table
from tests.web.markup import words_of

GAMES = sorted(game for game, handed_over in games.GAMES.items() if handed_over.example)
PLAIN = text.find_catalogue([])


@pytest.fixture
def page(client, game):
    return client.get(f"/rules/{game}").page


def in_english(message):
    return " ".join(text.translate(message, PLAIN).split())


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_is_there_once_and_linked(page, game):
    """To where it is chosen; one way of it is the usual one."""
    rules = RULEBOOKS[game].options
    assert [rule.get("id") for rule in page.all("div", class_="house-rule")] == [f"house-{rule.key}" for rule in rules]
    for option in rules:
        rule = page.one(id=f"house-{option.key}")
        assert in_english(option.question) in words_of(rule)
        assert all(in_english(label) in words_of(rule) for label in option.choices.values())
        (choose,) = rule.iter("a")
        assert choose.get("href") == f"/tables/new?game={game}#{option.key}"
        assert sum(words_of(way).endswith(" usual") for way in rule.iter("li")) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_example_is_scored_and_explained_by_the_rulebook(page, game):
    example, rulebook = example_of(game), RULEBOOKS[game]
    about = rulebook, example.sitting, derive(rulebook, example.sitting)
    header, *rows = page.rows("tally")
    assert header == ["Round", *example.sitting.players]
    scoring = words_of(page.one(id="scoring"))
    for row, line, played in zip(rows, about[-1].lines, example.sitting.rounds, strict=True):
        assert check_round(*about[:2], line.opening, played) == Verdict()
        assert row[0] == str(line.number)
        for cell, points, total in zip(row[1:], line.points, line.totals, strict=True):
            *shown, sum_so_far = cell.split()
            assert sum_so_far == text.format_number(total)
            assert shown == [text.format_signed(points)] or not (shown or points)
        if game != "fool" or line.number == 1:  # of which one round is explained, and the next only in numbers
            sides = range(len(example.sheet.sides))
            assert all(
                in_english(why) in scoring for side in sides for why in explain_side(*about, line.opening, played, side)
            )


def test_at_a_table_the_house_rules_in_force_are_told_and_marked_where_they_are_not_as_usual(client):
    page = a_table(client, starter_by="round", end_score="100").visit("/rules")
    assert [words_of(way) for way in page.one(id="house-end_score").iter("li")] == ["−80 usual", "−100 at this table"]
    assert [words_of(way) for way in page.one(id="house-tens_to_end").iter("li")] == ["6 usual at this table"]
    changed = [rule.get("id") for rule in page.all("div", class_="house-rule-changed")]
    assert changed == ["house-end_score", "house-starter_by"]
