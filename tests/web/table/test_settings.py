"""Settings of a table: names, who starts, stopping early."""

from tests.web.builders import OUT, a_table, another_link


def test_a_player_gets_another_name_everywhere(played):
    """Which names can be: ``games/test_players.py``."""
    for name in ("<b>P</b>", "  Paul  II "):
        response = played.post("/names", **{"name-2": name})
        assert (response.status_code, response.location) == (303, played.address)
        new = " ".join(name.split())
        assert played.names == ["Anne", new, "Rachel", "Camille"]
        assert played.visit("/settings").field("Player 2").get("value") == new
        for path in ("", "/sheet", "/rounds/1"):
            assert new in played.visit(path).text
    before = played.visit("/history").text.count("is now called")
    assert played.post("/names", **{"name-2": " Paul II"}).status_code == 303
    assert played.visit("/history").text.count("is now called") == before, "the same name again is no entry"


def test_what_another_phone_renamed_meanwhile_stays(phone):
    page = phone.visit("/settings")
    phone.post("/names", **{"name-3": "Rahel"})
    page.press("Save", {"name-1": "Anna"})
    assert phone.names == ["Anna", "Paul", "Rahel", "Camille"]


def test_names_are_swapped_in_one_save_and_the_same_form_renames_once(client):
    phone = a_table(client, 5)
    typed = {"name-1": "Paul", "name-2": "Anne", "name-3": "Rahel", "name-4": "Ben", "name-5": "Camille"}
    page = phone.visit("/settings")
    assert [page.press("Save", typed).status_code for _ in range(2)] == [303, 303]
    assert phone.names == ["Paul", "Anne", "Rahel", "Ben", "Camille"]
    assert phone.visit("/history").text.count("is now called") == 5
    assert phone.undoing().names == ["Anne", "Paul", "Rachel", "Camille", "Ben"]


def test_a_name_on_the_table_leads_to_its_field(client, phone, app):
    links = phone.visit().one("table", class_="standings").iter("a")
    (link,) = (link for link in links if link.findtext("bdi") == "Rachel")
    page = client.get(link.get("href")).page
    assert [field.get("name") for field in page.all("input") if "autofocus" in field.attrib] == ["name-3"]
    watcher = another_link(app, phone).visit()
    assert [link for link in watcher.one("table", class_="standings").iter("a") if "settings" in link.get("href")] == []


def test_anybody_can_be_let_start_and_the_dealer_follows(phone):
    """The first dealer sits right of the starter."""
    for name, dealer in (("Camille", "Rachel"), ("Anne", "Camille")):
        assert phone.visit("/settings").press(name).status_code == 303
        assert phone.sheet["next"] == {"starter": name, "dealer": dealer}
        buttons = phone.visit("/settings").all("button", name="seat")
        assert ["".join(each.itertext()) for each in buttons if each.get("aria-current")] == [name]
    phone.with_round("17", OUT, "13", "5")
    for number in ("", "0", "1", "3", "-1", "x"):
        assert phone.post("/starters", seat="2", number=number).status_code == 409, number
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
