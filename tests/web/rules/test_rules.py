"""The rules pages: every house rule is there and linked, the example is the rulebook's, and there is a way back."""

import pytest

from companion import text
from companion.games import RULEBOOKS, sheetfile
from companion.games.derive import derive
from companion.games.fool import deck
from companion.games.message import Verdict
from companion.games.reasons import explain_side
from companion.games.record import check_round
from companion.web import games
from companion.web.rules.pages import example_of
from tests.web.builders import a_table, opened
from tests.web.markup import words_of

GAMES = sorted(game for game, handed_over in games.GAMES.items() if handed_over.example)
PLAIN = text.find_catalogue([])


@pytest.fixture
def page(client, game):
    return client.get(f"/rules/{game}").page


def a_table_of(client, game, **options):
    """A table of a game, with the rounds of its example."""
    return opened(client, sheetfile.write_sheet(game, example_of(game).sitting) | {"options": options})


def in_english(message):
    return " ".join(text.translate(message, PLAIN).split())


# What is on the page


@pytest.mark.parametrize("game", GAMES)
def test_the_contents_are_the_parts_in_order(page, game):
    (contents,) = page.all("nav", class_="contents")
    parts = [
        (f"#{part.get('id')}", words_of(part.find("h2"))) for part in page.one("div", class_="rules").iter("section")
    ]
    links = [(link.get("href"), words_of(link)) for link in contents.iter("a")]
    assert links == parts


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
        ways = [words_of(way) for way in rule.iter("li")]
        assert len(ways) == max(1, len(option.choices))
        assert sum(way.endswith(" usual") for way in ways) == 1
        assert not any("at this table" in way for way in ways)


# The example


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


# At a table


@pytest.mark.parametrize("game", GAMES)
def test_at_a_table_there_is_a_way_back_and_to_its_referee(client, game):
    phone = a_table_of(client, game)
    page = phone.visit("/rules")
    addresses = [link.get("href") for link in page.all("a")]
    assert [address for address in addresses if address == phone.address] == [phone.address] * 2
    assert f"{phone.address}/referee" in addresses
    assert not any(address.startswith(("/rules", "/referee")) for address in addresses)


def test_at_a_table_the_house_rules_in_force_are_told_and_marked_where_they_are_not_as_usual(client):
    page = a_table(client, starter_by="round", end_score="100").visit("/rules")
    assert [words_of(way) for way in page.one(id="house-end_score").iter("li")] == ["−80 usual", "−100 at this table"]
    assert [words_of(way) for way in page.one(id="house-tens_to_end").iter("li")] == ["6 usual at this table"]
    assert [words_of(way) for way in page.one(id="house-starter_by").iter("li")] == [
        "Most minus points overall usual",
        "Most minus points in the last round at this table",
    ]
    changed = [rule.get("id") for rule in page.all("div", class_="house-rule-changed")]
    assert changed == ["house-end_score", "house-starter_by"]


# Away from a table


@pytest.mark.parametrize("game", GAMES)
def test_away_from_a_table_they_lead_to_the_other_games_and_the_referee(page, game):
    addresses = {link.get("href") for link in page.all("a")}
    assert f"/referee/{game}" in addresses
    others = {f"/rules/{other}" for other in GAMES if other != game}
    assert {address for address in addresses if address.startswith("/rules/")} == others


def test_there_are_no_rules_of_an_unknown_game(client):
    for game in ("chess", "Fool", "_layout", "..%2ffool", "fool.html"):
        assert client.get(f"/rules/{game}").status_code == 404


# Fool!


@pytest.mark.parametrize("game", ["fool"])
def test_the_deck_and_the_box_are_the_rulebooks(page, game):
    colours = [words_of(colour).split() for colour in page.one("ul", class_="colours").iter("li")]
    assert {name.lower(): int(highest) for name, highest in colours} == deck.HIGHEST_FACE
    _header, *rows = page.rows("box-table")
    assert rows == [
        [str(players), *(str(number) for _, number in RULEBOOKS["fool"].box(players))] for players in deck.PLAYER_COUNTS
    ]
