"""The first round of a sitting that the rules refuse."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.derive import find_impossible_round
from companion.games.fools_field.game import FieldGame
from tests.games.builders import FOOL, a_game
from tests.games.result_builders import FIELD, a_match


@pytest.mark.parametrize(("highest", "number"), [(27, None), (26, 2), (5, 1)])
def test_what_the_table_notes_can_make_a_round_impossible(highest, number):
    """The first of them is told, also where it was played after the end."""
    sitting = a_game(4, end_score=-10).with_round("24", "", "", "").with_round("27", "", "", "").sitting
    colours = dict.fromkeys(("highest_green", "highest_red", "highest_yellow", "highest_blue"), highest)
    assert find_impossible_round(FOOL, replace(sitting, options=sitting.options | colours)) == number


def test_a_game_that_lacks_something_is_impossible():
    sitting = replace(a_match().sitting, rounds=(FieldGame(0), FieldGame(None), FieldGame(None)))
    assert find_impossible_round(FIELD, sitting) == 2
