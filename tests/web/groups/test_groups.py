"""A group's pages: making one, its tables, its players, its link, and what a table's link does not tell of it."""

from tests.web.builders import NAMES, OUT, Group, Phone, a_group, a_key, a_table, new_game


def test_a_name_that_cannot_be_is_refused_where_it_was_typed_and_a_form_makes_one_group(client):
    for name in ("   ", "x" * 41, "\u202e"):
        response = client.post("/groups", data={"key": a_key(), "name": name})
        assert response.status_code == 422
        assert response.page.problem("name")
        assert response.page.value("name") == name
    form = {"key": a_key(), "name": "Friday night"}
    assert len({client.post("/groups", data=form).location for _ in range(3)}) == 1


def link_of_group(phone):
    return phone.visit().all("a", **{"data-group-link": ""})[0].get("href")


def test_a_guests_rematch_begins_the_group_as_anybodys(client):
    """Of the table and its rematch alone; the guest learns nothing of it."""
    first = a_table(client, tens_to_end="1")
    guest = first.handed_on("scorer").keeping_cookies()
    a_table(guest.client)
    guest.with_round("17", OUT, "13", "5")
    rematch = Phone(guest.client, guest.post("/rematches", first_starter="1").location)
    assert [link_of_group(phone) for phone in (guest, rematch)] == [None, None]
    group = Group(client, link_of_group(Phone(client, rematch.address)))
    assert link_of_group(first) == group.address
    assert len(group.tables()) == 2


def test_a_game_in_a_group_whose_link_has_ended_is_asked_again(client, group):
    new = group.post("/links").location
    response = client.post("/tables", data=new_game(group=group.key))
    assert response.status_code == 422
    assert "Your group’s link no longer works." in response.page.text
    assert response.page.value("player-1") == "Anne"
    assert response.page.value("group") == ""
    assert response.page.one("form").get("data-replaced") == group.address
    assert response.page.press("Start game").status_code == 303
    assert Group(client, new.partition("/share")[0]).tables() == []


def test_a_phone_asks_who_won_last_and_who_has_won_most(group):
    def read_news():
        return group.client.get(f"{group.address}/state").get_json()["told"].replace("\u2068", "").replace("\u2069", "")

    assert read_news() == ""
    group.with_game().with_game().with_game(OUT, "17", "13", "5").table()
    _day, last, largest = read_news().split(" · ")
    assert (last, largest) == ("Anne won", "Paul has won 2 of 3 games")


def test_a_name_that_somebody_has_is_refused_with_a_way_on(group):
    group.with_game()
    group.with_game(names=("Ana", "Ben", "Zoë", "Mia"))
    people = group.people()
    response = group.post(f"/players/{people['Ana']}/names", name="ANNE")
    assert response.status_code == 422
    assert response.page.problem("name") == ("Another player has this name. Same person? Merge them below.")
    assert response.page.value("into") == str(people["Anne"])
    assert response.page.press("Merge").status_code == 303
    assert "also Ana" in group.visit("/players").text
    assert "Ana" not in group.people()
    assert "2" in group.visit(f"/players/{people['Anne']}").read("dl")


def test_a_player_is_renamed(group):
    group.with_game("17", OUT, "13", "5", "6", "7", "8", "9", names=NAMES)
    anne = group.people()["Anne"]
    assert group.visit(f"/players/{anne}").press("Rename", {"name": "Anna Maria"}).status_code == 303
    assert "Anna Maria" in group.visit().text
    assert group.people()["Anna Maria"] == anne
    assert "Anna" in group.visit("/statistics").read("table", class_="figures")


def test_the_link_is_replaced(client, group):
    phone = group.table()
    through = group.opened()[0]
    page = group.visit("/share")
    assert page.one(id="group-link").get("value").endswith(group.address)
    response, second = (page.press("Replace link") for _ in range(2))
    assert (response.status_code, second.location) == (303, response.location)
    assert group.post("/links").status_code == 410
    assert group.post("/deletion").status_code == 410, "nothing is deleted, so nothing says so"
    new = Group(client, response.location.partition("/share")[0])
    assert client.get(response.location).page.one(class_="done").get("data-replaced") == group.address
    group.visit(status=410)
    through.visit(status=410)
    phone.visit(status=410)
    assert new.opened()[0].visit().title == "Round 1"


def test_a_table_without_a_group_is_added_to_one(client, phone, group):
    page = phone.visit("/settings").follow("Add to group")
    assert page.press("Add to group", {"group": f"https://cards.example.org{group.address}?x=1"}).status_code == 303
    assert len(group.tables()) == 1
    assert "Add to group" not in phone.visit("/settings").text
    other = a_group(client)
    refused = phone.post("/group", group=other.key)
    assert refused.page.problem("group") == "This table is in another group. Remove it there first."
    assert phone.visit("/share").press("Remove from group").status_code == 303
    assert phone.post("/group", group=other.key).status_code == 303
    assert len(other.tables()) == 1


def test_a_group_is_renamed(group):
    assert group.visit("/settings").press("Rename", {"name": "Café Kranz"}).status_code == 303
    assert group.visit().title == "Café Kranz"
    assert group.post("/names", name="").page.problem("name") == "Give the group a name."
