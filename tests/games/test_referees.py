"""What the referees of all games have in common: page and fragment are the same."""

import pytest

from tests.web.builders import a_table

# What is asked of the referee of each game.
QUESTIONS = {
    "fool": "players=7&cards=G9+R3+Y3+G4+G5&sits=6&sits=7&about=2&hand=1",
    "fools-field": "field=_._._._.SSSS._._._._&card=SHHH&tap=2",
    "durak": "trump=H&cards=S6.S9.SJ.HA.SA.C7.S6.x&tap=S6",
}


@pytest.mark.parametrize("game", QUESTIONS)
def test_the_fragment_is_the_part_of_the_page(client, game):
    """The same ruling, whichever way it was asked for, on its own and at a table."""
    phone = a_table(client, 2 if game == "fools-field" else 4, game=game)
    for address in (f"/referee/{game}", f"{phone.address}/referee"):
        fragment, page = (client.get(f"{address}{part}?{QUESTIONS[game]}").page for part in ("/ruling", ""))
        assert fragment.source.strip() in page.source
        assert fragment.one(id="ruling").get("data-address", address).startswith(address)
        form = page.one("form", id="question")
        assert (form.get("action"), form.get("data-hx-get")) == (address, f"{address}/ruling")
