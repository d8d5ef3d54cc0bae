"""Where a game stands, in few words: what tells two games apart in a list."""

import pytest

from companion.games.state import describe_state
from companion.text import catalogue, translate
from tests.games.builders import a_game


@pytest.mark.parametrize(
    ("rounds", "told"),
    [
        ([], "Round 1"),
        ([(10, -17, -13, 10)], "Round 2, Anne and Camille lead"),
        ([(10, -17, -13, -5), (-2, 10, 10, 10)], "Round 3, Anne leads"),
        ([(10, 10, 10, -5)], "Round 2"),
        ([(10, -80, -13, -5)], "Anne won"),
        ([(10, -80, -13, 10)], "Anne and Camille won"),
    ],
)
def test_the_next_round_and_who_leads_or_who_won(rounds, told):
    game = a_game(4)
    for points in rounds:
        game = game.scoring(*points)
    assert translate(describe_state(game.sitting, game.sheet), catalogue([])) == told
