"""The match of The Fool's Field: rulebook, "Setup" and "Game End Conditions", and design.md where it is silent."""

from itertools import product

import pytest

from companion.games.reasons import summarize
from companion.text import Catalogue, translate
from tests.games.builders import FIELD, Evening, a_match, english

A, B = "Anne", "Paul"
OTHER = {A: B, B: A}


def played(match: Evening, games: str) -> Evening:
    """Games in order: ``A`` and ``B`` win, ``a`` and ``b`` started the last battle of a tie."""
    for game in games.split():
        name = {"A": A, "B": B}[game.upper()]
        match = match.won(name) if game.isupper() else match.tied(name)
    return match


def wording(message) -> str:
    return translate(message, Catalogue())


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


# First to win two games wins (rulebook). design.md: both past 2 in the same game, the higher total wins;
# at 2–2 one more game, or by house rule a drawn match.
#
#   games          totals      over
MATCHES = [
    ("", (0, 0), None),
    ("A A", (2, 0), "Anne wins the match 2–0."),
    ("B A B", (1, 2), "Paul wins the match 2–1."),
    ("a a", (2, 1), "Anne wins the match 2–1."),  # two full points of ties alone
    ("A b B", (1.5, 2), "Paul wins the match 2–1½."),
    ("a b", (1.5, 1.5), None),
    ("a b a", (2.5, 2), "Anne wins the match 2½–2."),  # both pass 2 in the same game: the higher total wins
]


@pytest.mark.parametrize(("games", "totals", "over"), MATCHES)
def test_first_to_2_wins_the_match(games, totals, over):
    for two_all in ("play-on", "draw"):
        match = played(a_match(two_all=two_all), games)
        assert match.sheet.totals == totals
        assert match.ended_by == (("match",) if over else ())
        assert match.winners == ((over.partition(" ")[0],) if over else ())
        assert [wording(reason) for reason in match.sheet.ending.reasons] == [over] if over else match.sheet.next


@pytest.mark.parametrize("games", ["A b b", "b A b", "B a a"])
def test_at_2_all_one_more_game_is_played(games):
    """The default. Whatever that game brings, somebody is ahead after it. By house rule both have won then."""
    drawn = played(a_match(two_all="draw"), games)
    assert (drawn.ended_by, drawn.winners, drawn.sheet.ranks) == (("draw",), (A, B), (1, 1))
    assert drawn.why_over == ["The match is drawn at 2–2."]
    match = played(a_match(), games)
    assert (match.sheet.totals, match.ended_by, match.sheet.next.number) == ((2, 2), (), 4)
    for last, totals, winner in (("A", (3, 2), A), ("b", (2.5, 3), B)):
        decided = played(match, last)
        assert (decided.sheet.totals, decided.ended_by, decided.winners) == (totals, ("match",), (winner,))


def test_the_loser_of_a_game_starts_the_next_and_after_a_tie_the_other_player_is_proposed():
    """Whoever lost the previous game is the start player (rulebook, "Setup"), whoever started that one.

    Of a tie the rules are silent. design.md: the app asks, and proposes the player who did not start the tied game.
    """
    for starter, other in product((A, B), repeat=2):
        assert a_match(starter).won(other).starters == [starter, OTHER[other]]
        tied = a_match(starter).tied(other)
        assert tied.starters == [starter, OTHER[starter]]
        assert (tied.name(tied.sheet.next.other), tied.sheet.next.chosen) == (starter, False)
    assert a_match().won(A).why_starting == "Lost game 1."


def test_the_table_may_choose_the_same_player_again():
    tied = a_match().tied(B).starting(2, A)
    assert (tied.starters, tied.sheet.next.chosen, tied.name(tied.sheet.next.other)) == ([A, A], True, B)
    assert tied.tied(A).starters == [A, A, B], "the other one than who really started"
    assert not a_match().tied(B).starting(2, B).sheet.next.chosen, "the rules would choose the same"


@pytest.mark.parametrize(
    ("rule", "games", "why", "summary"),
    [
        ("battle", "B", ["Paul +1: won the game."], "Paul won"),
        ("battle", "b", ["A tie: Paul +1 (started the last battle), Anne +½."], "Anne +½, Paul +1"),
        ("game", "A b", ["A tie: Paul +1 (started the game), Anne +½."], "Anne +½, Paul +1"),
    ],
)
def test_every_point_has_its_reason_and_its_few_words(rule, games, why, summary):
    match = played(a_match(tie_full_point=rule), games)
    sitting, opening, last = match.last
    assert (match.why, wording(summarize(FIELD, sitting, sitting.players, opening, last))) == (why, summary)


def test_two_play_with_23_cards_and_hold_6_and_a_match_has_its_figures():
    """Sixteen cards with swords and shields, seven with flowers and shields; a tie is won by nobody."""
    assert (list(FIELD.seats), sorted(number for _, number in FIELD.box(2))) == ([2], [6, 23])
    assert "all 23 cards" in " ".join(map(english, FIELD.setup(2)))
    names = ("rounds", "won", "starts", "starts_won")
    counted = [tuple(counts[name] for name in names) for counts in played(a_match(), "A b a").counted]
    assert counted == [(3, 1, 2, 1), (3, 0, 1, 0)]
