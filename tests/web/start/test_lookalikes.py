"""Look-alike names: asked about once, one tap answers; wherever a name is typed."""

from tests.web.builders import Phone, a_group, a_table, new_game

ANNA = "\u0410nna"  # with a Cyrillic A


def questions(page):
    """What is asked."""
    told = ("".join(each.itertext()) for each in page.all("p", class_="problem"))
    return [
        each for each in told if "are written with other letters" in each or "is written with other letters" in each
    ]


ASKED = [f"Anna and {ANNA} look alike but are written with other letters. Are they two people?"]
OF_GROUP = [f"{ANNA} looks like Anna in your group, but is written with other letters. Are they two people?"]


def test_one_tap_starts_a_game_with_both(client):
    answer = client.post("/tables", data=new_game("Anna", ANNA, "Paul", "Rachel"))
    assert answer.status_code == 422
    assert questions(answer.page) == ASKED
    started = answer.page.press("Yes, start anyway")
    assert started.status_code == 303
    assert Phone(client, started.location).names == ["Anna", ANNA, "Paul", "Rachel"]


def test_a_new_player_of_a_group_is_asked_about_and_a_known_one_is_not(client):
    group = a_group(client)
    group.table("Anna", "Ben", "Paul", "Rachel")
    answer = client.post("/tables", data=new_game(ANNA, "Ben", "Paul", "Rachel", group=group.key))
    assert questions(answer.page) == OF_GROUP
    assert answer.page.press("Yes, start anyway").status_code == 303
    for names in ((ANNA, "Ben", "Paul", "Rachel"), (ANNA, "Anna", "Paul", "Rachel")):
        assert client.post("/tables", data=new_game(*names, group=group.key)).status_code == 303
    assert {"Anna", ANNA} <= set(group.people())


def test_a_table_asks_before_it_renames(client):
    phone = a_table(client, ["Anna", "Ben", "Paul", "Rachel"])
    answer = phone.post("/names", **{"name-2": ANNA})
    assert answer.status_code == 422
    assert questions(answer.page) == ASKED
    assert phone.names[1] == "Ben"
    assert answer.page.press("Yes, save anyway").status_code == 303
    assert phone.names[1] == ANNA
    assert phone.post("/names", **{"name-2": "Anne"}).status_code == 303
