"""The match of The Fool's Field: rulebook, "Setup" and "Game End Conditions", and design.md where it is silent."""

from __future__ import annotations

from itertools import product

import pytest

from companion.games.fools_field.game import FieldGame
from companion.text import Catalogue, translate
from tests.games.builders import said, sentences
from tests.games.result_builders import FIELD, Evening, a_match

A, B = "Anne", "Paul"
OTHER = {A: B, B: A}


def played(match: Evening, games: str) -> Evening:
    """Games in order: ``A`` and ``B`` win, ``a`` and ``b`` started the last battle of a tie."""
    for game in games.split():
        name = {"A": A, "B": B}[game.upper()]
        match = match.won(name) if game.isupper() else match.tied(name)
    return match


def mirrored(games: str) -> str:
    """The same with the players exchanged."""
    return games.translate(str.maketrans("ABab", "BAba"))


# What a game is worth


def test_a_win_is_1():
    """Playing the last card first after the deck ran out wins the game: one point, none for the other."""
    assert a_match().won(A).points == [(1, 0)]
    assert a_match().won(B).points == [(0, 1)]


# A tie is one win to the player who started, half a win to the other (rulebook). Who is "the start player"?
# design.md: the one who started the last battle; by house rule the one who started the game.
#
#   started the game, started the last battle       battle      game
TIES = [(A, A, (1, 0.5), (1, 0.5)), (A, B, (0.5, 1), (1, 0.5)), (B, A, (1, 0.5), (0.5, 1)), (B, B, (0.5, 1), (0.5, 1))]


@pytest.mark.parametrize(("game", "battle", "by_battle", "by_game"), TIES)
def test_a_tie_is_1_to_whoever_started_and_a_half_to_the_other(game, battle, by_battle, by_game):
    assert a_match(game).tied(battle).points == [by_battle]
    for rule, points in (("battle", by_battle), ("game", by_game)):
        assert a_match(game, tie_full_point=rule).tied(battle).points == [points]
        chosen = a_match(OTHER[game], tie_full_point=rule).starting(1, game)
        assert chosen.tied(battle).points == [points], "the lot fell on one, and the table let the other start"


# The match


# First to win two games wins (rulebook). design.md: both past 2 in the same game, the higher total wins;
# at 2–2 one more game, or by house rule a drawn match.
#
#   games          totals      over
MATCHES = [
    ("", (0, 0), None),
    ("A", (1, 0), None),
    ("A A", (2, 0), A),
    ("A B", (1, 1), None),
    ("A B A", (2, 1), A),
    ("a", (1, 0.5), None),
    ("a a", (2, 1), A),  # two full points of ties alone
    ("a A", (2, 0.5), A),
    ("A a", (2, 0.5), A),
    ("A b", (1.5, 1), None),
    ("A b A", (2.5, 1), A),
    ("A b B", (1.5, 2), B),
    ("A b a", (2.5, 1.5), A),
    ("A B a", (2, 1.5), A),
    ("a b", (1.5, 1.5), None),
    ("a b A", (2.5, 1.5), A),
    ("a b a", (2.5, 2), A),  # both pass 2 in the same game: the higher total wins
]


@pytest.mark.parametrize(("games", "totals", "winner"), MATCHES)
def test_first_to_2_wins_the_match(games, totals, winner):
    for turned, two_all in product((False, True), ("play-on", "draw")):
        match = played(a_match(two_all=two_all), mirrored(games) if turned else games)
        assert match.sheet.totals == (totals[::-1] if turned else totals)
        assert match.ended_by == (("match",) if winner else ())
        assert match.winners == ((OTHER[winner] if turned else winner,) if winner else ())
        if winner:
            assert match.sheet.ending.after == len(games.split())
            assert match.sheet.next is None


# 2–2: a win for the one, then two ties whose full point goes to the other.
LEVEL = ["A b b", "b A b"]


@pytest.mark.parametrize("games", [*LEVEL, *map(mirrored, LEVEL)])
def test_at_2_all_one_more_game_is_played(games):
    """The default. Whatever that game brings, somebody is ahead after it. By house rule both have won then."""
    drawn = played(a_match(two_all="draw"), games)
    assert (drawn.ended_by, drawn.winners, drawn.sheet.ranks) == (("draw",), (A, B), (1, 1))
    assert drawn.why_over == ["The match is drawn at 2–2."]
    match = played(a_match(), games)
    assert match.sheet.totals == (2, 2)
    assert match.ended_by == ()
    assert match.sheet.next.number == 4
    for last, totals, winner in (("A", (3, 2), A), ("B", (2, 3), B), ("a", (3, 2.5), A), ("b", (2.5, 3), B)):
        decided = played(match, last)
        assert decided.sheet.totals == totals
        assert (decided.ended_by, decided.winners) == (("match",), (winner,))


# Who starts


def test_the_loser_of_a_game_starts_the_next():
    """Whoever lost the previous game is the start player (rulebook, "Setup"), whoever started that one."""
    for starter in (A, B):
        assert a_match(starter).won(A).starters == [starter, B]
        assert a_match(starter).won(B).starters == [starter, A]
    assert a_match().won(A).why_starting == "Lost game 1."


def test_after_a_tie_the_other_player_is_proposed():
    """The rules are silent. design.md: the app asks, and proposes the player who did not start the tied game."""
    for starter, battle in product((A, B), repeat=2):
        tied = a_match(starter).tied(battle)
        assert tied.starters == [starter, OTHER[starter]]
        assert tied.name(tied.sheet.next.other) == starter
        assert not tied.sheet.next.chosen


def test_the_table_may_choose_the_same_player_again():
    tied = a_match().tied(B).starting(2, A)
    assert (tied.starters, tied.sheet.next.chosen) == ([A, A], True)
    assert tied.name(tied.sheet.next.other) == B
    assert tied.won(A).starters == [A, A, B]
    assert tied.tied(A).starters == [A, A, B], "the other one than who really started"
    match = a_match().won(A).starting(2, A)
    assert match.why_starting == "Chosen by the table."
    assert match.name(match.sheet.next.other) == B
    assert not a_match().tied(B).starting(2, B).sheet.next.chosen, "the rules would choose the same"


# What is told


@pytest.mark.parametrize(
    ("rule", "games", "told"),
    [
        ("battle", "A", ["Anne +1: won the game."]),
        ("battle", "b", ["A tie: Paul +1 for starting the last battle, Anne +½."]),
        ("game", "b", ["A tie: Anne +1 for starting the game, Paul +½."]),
        ("game", "A b", ["A tie: Paul +1 for starting the game, Anne +½."]),
    ],
)
def test_every_point_has_its_reason(rule, games, told):
    assert played(a_match(tie_full_point=rule), games).why == told


@pytest.mark.parametrize(
    ("rule", "games", "told"),
    [("battle", "B", "Paul won"), ("battle", "b", "tie, Anne +½, Paul +1"), ("game", "b", "tie, Anne +1, Paul +½")],
)
def test_what_a_result_comes_to_is_told_in_few_words(rule, games, told):
    match = played(a_match(tie_full_point=rule), games)
    assert translate(FIELD.summarize(*match.last), Catalogue()) == told


def test_the_end_comes_with_its_reason():
    for games, told in (("A A", "Anne wins the match 2–0."), ("a b b", "Paul wins the match 2½–2.")):
        (reason,) = played(a_match(), games).sheet.ending.reasons
        assert translate(reason, Catalogue()) == told


def test_a_total_has_its_unit():
    for points, told in ((0, "0 points"), (0.5, "½ point"), (1, "1 point"), (1.5, "1½ points"), (2, "2 points")):
        assert translate(FIELD.total(points), Catalogue()) == f"with {told}"


def test_the_gauge_is_the_way_to_2():
    (gauge,) = played(a_match(), "A b").sheet.gauges
    assert (gauge.key, gauge.limit, gauge.seats, gauge.of_totals) == ("match", 2, (1.5, 1), True)
    assert [gauge.percent(seat) for seat in (0, 1)] == [75, 50]
    assert [translate(gauge.distance(seat), Catalogue()) for seat in (0, 1)] == ["½ left to 2", "1 left to 2"]


# What can't be, and what there is to set up


def test_a_tie_needs_to_know_who_started_its_last_battle():
    verdict = a_match().verdict(FieldGame(None, None))
    assert sentences(verdict.errors) == ["Say who started the last battle of a tie."]
    assert verdict.questions == ()


def test_two_play_with_23_cards_and_hold_6():
    """Sixteen cards with swords and shields, seven with flowers and shields; each player draws six."""
    assert list(FIELD.seats) == [2]
    assert sorted(number for _, number in FIELD.box(2)) == [6, 23]
    told = " ".join(map(said, FIELD.setup(2)))
    assert "all 23 cards" in told
    assert "6 cards each" in told


# Statistics


def test_a_match_in_figures():
    """A game started is won by winning it; a tie is won by nobody."""
    match = played(a_match(), "A b a")
    names = ("rounds", "won", "starts", "starts_won")
    assert match.starters == [A, B, A]
    assert [tuple(counts[name] for name in names) for counts in match.counted] == [(3, 1, 2, 1), (3, 0, 1, 0)]
