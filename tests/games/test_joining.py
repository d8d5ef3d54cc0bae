"""Totals proposed to somebody who joins: the average of those who go on playing, 0, the worst."""

from companion.games import RULEBOOKS
from companion.games.derive import derive
from companion.games.joining import propose_totals
from companion.games.option import defaults
from companion.games.sitting import Sitting
from tests.games.builders import a_game, english


def proposed(rulebook, sitting, *seats):
    found = propose_totals(rulebook, sitting, derive(rulebook, sitting), seats)
    return [(total, english(why)) for total, why in found]


def of_points(*rounds, **options):
    """A game of typed points for three."""
    rulebook = RULEBOOKS["points"]
    rules = defaults(rulebook.options) | options
    played = tuple({"points": dict(enumerate(points))} for points in rounds)
    return rulebook, Sitting(("Anne", "Paul", "Rachel"), 0, rules, played)


def test_the_average_is_that_of_those_who_go_on_playing():
    game = a_game(5).scoring(10, -2, -4, -9, -40)
    everybody = proposed(game.rulebook, game.sitting, 0, 1, 2, 3, 4)
    assert everybody == [(-9, "the average"), (0, "zero"), (-40, "the worst total")]
    assert proposed(game.rulebook, game.sitting, 0, 1, 2, 3)[::2] == [(-1, "the average"), (-9, "the worst total")]


def test_where_points_add_up_to_0_a_newcomer_begins_with_0():
    """Any other total would spoil the sum. One round that doesn't add up, and it is another kind of game."""
    assert proposed(*of_points((30, -10, -20), (15, 15, -30)), 1, 2)[0] == (0, "zero")
    assert proposed(*of_points((30, -10, -20), (15, 15, -29)), 1, 2)[0] == (-22, "the average")
    assert proposed(*of_points(), 0, 1, 2) == [(0, "the average")]
    lowest_wins = proposed(*of_points((30, 10, 20), winner="lowest"), 0, 1, 2)
    assert (30, "the worst total") in lowest_wins
