"""``companion judge``: one trick as text or JSON; what is wrong is one plain line."""

import pytest

from tests.command import one_plain_line


def test_a_trick_as_json_and_as_text(companion):
    """Positions count from 1, the worst is first; there is no lead colour if only 1s were played."""
    for arguments, printed in (
        ("--players 7 G9 R3 Y3 B2 G4 G5", '{"lead": "G", "winner": 1, "fools": [4, 3]}'),
        ("--players 4 1 1 1", '{"lead": null, "winner": 1, "fools": [3]}'),
        ("G12,1,R3,Y20 --players=5", '{"lead": "G", "winner": 1, "fools": [3]}'),
    ):
        assert companion("judge", "--json", *arguments.split()) == (0, printed + "\n", "")
    text = (
        "Lead colour: green. The green 12 was led.\n"
        "Position 1 wins. The green 12 is the highest card of the lead colour.\n"
        "Position 3 is befooled. Lowest cards shed: red 3, yellow 3. The last of them is worst.\n"
        "Position 2 is befooled. Judged again without the yellow 3. The red 3 is the lowest card shed.\n"
    )
    assert companion("judge", "--players", 8, *["G12", "R3", "Y3", "G9", "B4"]) == (0, text, "")


@pytest.mark.parametrize(
    ("arguments", "wording"),
    [
        ("--players 5", "No cards have been played."),
        ("--players 5 G12 G12", "The deck has only one green 12."),
        ("--players 5 oops", "“oops” isn’t a card. Type its colour and number, like G12, or 1."),
        ("G12 R3", "Missing option '--players'."),
        ("--players many G12", "Invalid value for '--players': 'many'"),
        ("--players 5 \udcff", "“\\udcff” isn’t a card."),
    ],
)
def test_what_is_wrong_is_one_plain_line(companion, arguments, wording):
    assert one_plain_line(companion("judge", "--json", *arguments.split())).startswith(wording)
