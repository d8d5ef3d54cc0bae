"""The sheet, derived from nothing or from another sheet of the same table; and the first round that can't be."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.derive import derive, first_impossible
from companion.games.fools_field.game import FieldGame
from tests.games.builders import FEW, FOOL, a_game, a_round
from tests.games.result_builders import FIELD, a_match

# Rounds that tie, put somebody far down, or make tens, so that starters change and short games end.
ROUNDS = {
    FOOL: [
        a_round("", "7", "5", "7"),
        a_round("=40", "", "3", "1 1"),
        a_round("", "", "=30", "", fools=[1]),
        a_round("2", "=20", "", "=20"),
    ],
    FIELD: [FieldGame(0), FieldGame(1), FieldGame(None, 0), FieldGame(None, 1)],
}
TABLES = [
    a_game(4).sitting,
    a_game(4, 2, end_score=-60, starter_by="round").sitting,
    a_game(4, end_score=-30).played_on("score").sitting,
    a_game(4, tens_to_end=3, starter_tie="self-first", equal_totals="tens").sitting,
]
MATCHES = [
    a_match().sitting,
    a_match().played_on("match").sitting,
    a_match("Paul", tie_full_point="game", two_all="draw").sitting,
]
FACTS = ["enter"] * 5 + ["undo"] * 2 + ["correct", "choose", "rename", "play on", "stop"]


@st.composite
def evenings(draw, rulebook, tables):
    """The states of a table, one fact after the other; an undo brings the state before back."""
    done = [draw(st.sampled_from(tables))]
    states = [*done]
    for kind in draw(st.lists(st.sampled_from(FACTS), max_size=9)):
        if kind == "undo":
            done = done[:-1] or done
        else:
            done.append(after(draw, rulebook, done[-1], kind))
        states.append(done[-1])
    return states


def after(draw, rulebook, sitting, kind):
    """The sitting after one more fact."""
    rounds, played = sitting.rounds, draw(st.sampled_from(ROUNDS[rulebook]))
    number, seat = draw(st.integers(1, len(rounds) + 1)), draw(st.sampled_from(sitting.seats))
    match kind:
        case "enter":
            return replace(sitting, rounds=(*rounds, played))
        case "correct":
            return replace(sitting, rounds=(*rounds[: number - 1], played, *rounds[number:]))
        case "choose":
            return replace(sitting, starters={**sitting.starters, number: seat})
        case "rename":
            return replace(sitting, players=(*sitting.players[:-1], draw(st.sampled_from(["Otto", "Ida"]))))
        case "play on":
            return replace(sitting, played_on=(draw(st.sampled_from(rulebook.ends)),))
    return replace(sitting, stopped=not sitting.stopped)


@FEW
@given(st.sampled_from([(FOOL, TABLES), (FIELD, MATCHES)]), st.data())
def test_from_another_sheet_of_the_table_it_is_the_same(game, data):
    """Whatever lies between the two: rounds, corrections, undo, chosen starters, names, the end and playing on."""
    rulebook, tables = game
    states = data.draw(evenings(rulebook, tables))
    sheets = [(sitting, derive(rulebook, sitting)) for sitting in states]
    for (sitting, sheet), earlier in product(sheets, repeat=2):
        assert derive(rulebook, sitting, earlier) == sheet


def test_one_round_more_costs_one_round():
    """The lines of the rounds before are not derived again; after a correction those before it."""
    game = a_game(4).scoring(10, -5, -6, -7).scoring(10, -5, -6, -7)
    earlier = game.sitting, game.sheet
    for later, same in (
        (game.scoring(-2, 10, -3, -4), 2),
        (game.with_starter(3, 1).stopped(), 2),
        (game.edited(2, -2, 10, -3, -4), 1),
        (game.with_starter(2, 1), 1),
        (game.with_starter(1, 1), 0),
    ):
        pairs = zip(derive(FOOL, later.sitting, earlier).lines, earlier[1].lines, strict=False)
        assert [line is kept for line, kept in pairs] == [number < same for number in range(2)]


# The first round that can't be


@pytest.mark.parametrize(("highest", "number"), [(27, None), (26, 2), (5, 1)])
def test_what_the_table_notes_can_make_a_round_impossible(highest, number):
    """The first of them is told, also where it was played after the end."""
    sitting = a_game(4, end_score=-10).with_round("24", "", "", "").with_round("27", "", "", "").sitting
    colours = dict.fromkeys(("highest_green", "highest_red", "highest_yellow", "highest_blue"), highest)
    assert first_impossible(FOOL, replace(sitting, options=sitting.options | colours)) == number


def test_a_game_that_lacks_something_is_impossible():
    sitting = replace(a_match().sitting, rounds=(FieldGame(0), FieldGame(None), FieldGame(None)))
    assert first_impossible(FIELD, sitting) == 2
