"""Settings of a table: names, who starts, stopping early."""

from tests.web.builders import OUT


def test_a_player_gets_another_name_everywhere(played):
    """Which names can be: ``games/test_players.py``."""
    assert played.post("/names", **{"name-2": "  Paul  <b>II "}).location == played.address
    assert played.visit("/settings").field("Player 2").get("value") == "Paul <b>II"
    for path in ("", "/sheet", "/rounds/1"):
        assert "Paul <b>II" in played.visit(path).text


def test_anybody_can_be_let_start_and_the_dealer_follows(phone):
    """The first dealer sits right of the starter."""
    for name, dealer in (("Camille", "Rachel"), ("Anne", "Camille")):
        assert phone.visit("/settings").press(name).status_code == 303
        assert phone.sheet["next"] == {"starter": name, "dealer": dealer}
        buttons = phone.visit("/settings").all("button", name="seat")
        assert ["".join(each.itertext()) for each in buttons if each.get("aria-current")] == [name]
    phone.with_round("17", OUT, "13", "5")
    assert phone.post("/starters", seat="2", number="1").status_code == 409
    assert phone.sheet["next"]["starter"] == "Anne"


def test_stopping_is_offered_once_a_round_is_played_and_counts_once(phone):
    assert not phone.visit("/settings").has_button("Stop here")
    assert phone.post("/stops", after="0").status_code == 409
    page = phone.with_round("17", OUT, "13", "5").visit("/settings")
    assert [page.press("Stop here").status_code for _ in range(2)] == [303, 303]
    assert phone.visit("/history").text.count("Game stopped") == 1
    end = phone.visit()
    assert (end.title, end.read(class_="triumph-why")) == ("Paul wins", "Stopped after 1 round.")
    assert not phone.visit("/settings").has_button("Stop here")
