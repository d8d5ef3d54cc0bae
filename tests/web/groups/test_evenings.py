"""The games of a group: the list, opening one, deleting, a rematch."""

from tests.web.builders import OUT, a_group, new_game
from tests.web.markup import words_of


def test_the_list_says_who_plays_and_who_won(group):
    group.with_game()
    running = group.table()
    page = group.visit()
    assert page.all("li", class_="evening")[0].get("class") == "evening evening-open"
    assert "Round 1" in page.text
    assert words_of(page.all("span", class_="evening-people")[1]) == "Paul 10 (won), Camille −5, Rachel −13, Anne −17"
    running.with_round("17", OUT, "13", "5")
    assert "Round 2" in group.visit().text


def test_tables_of_other_groups_do_not_open(client, group):
    other = a_group(client).with_game()
    (number,) = other.tables()
    for path in ("", "/rematch", "/more", "/deletion"):
        assert client.get(f"{group.address}/tables/{number}{path}").status_code == 404
    group.post(f"/tables/{number}/deletion")
    assert other.tables() == [number]


def test_the_list_has_pages(group):
    for _ in range(21):
        group.table()
    page = group.visit()
    assert len(page.all("li", class_="evening")) == 20
    assert "Page 1" in page.text
    second = page.follow("Older")
    assert len(second.all("li", class_="evening")) == 1
    assert len(second.follow("Newer").all("li", class_="evening")) == 20
    for query in ("page=x", "page=99999999999999999999", "game=chess", "player=%00"):
        assert group.visit(f"?{query}").title == "Friday night"


def test_deleting_says_what_goes_and_asks(client, group):
    phone = group.table().with_round("17", OUT, "13", "5").stopping()
    stored = group.table()
    number = group.tables()[-1]
    page = group.visit(f"/tables/{number}/more").follow("Delete…")
    assert "This deletes its 1 round, history, links and statistics for good" in page.text
    assert page.follow("Keep it").title == "Fool!"
    assert len(group.tables()) == 2
    assert page.press("Delete for good").status_code == 303
    assert len(group.tables()) == 1
    assert "No finished games yet." in group.visit("/statistics").text
    assert phone.visit(status=410).title == "This game was deleted"
    assert stored.visit().title == "Round 1"


def test_a_group_is_deleted_with_all_that_belongs_to_it(client, group):
    phone = group.table()
    page = group.visit("/settings").follow("Delete…")
    assert "1 table, with every round and its history" in page.text
    assert "4 players and all statistics" in page.text
    response = page.press("Delete for good")
    assert response.status_code == 303
    home = client.get(response.location).page
    assert home.one(class_="done").get("data-replaced") == group.address
    group.visit(status=410)
    phone.visit(status=410)
    response = client.post("/tables", data=new_game(group=group.key))
    assert response.status_code == 422
