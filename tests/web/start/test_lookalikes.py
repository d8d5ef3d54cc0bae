"""Look-alike names: asked about once, one tap answers; wherever a name is typed."""

import pytest

from tests.web.builders import OUT, Phone, a_group, a_key, a_table, new_game

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


def test_another_name_typed_meanwhile_is_asked_about(client):
    page = client.post("/tables", data=new_game("Anna", ANNA, "Paul", "Rachel")).page
    answer = page.press("Yes, start anyway", {"player-3": "Rache1", "player-4": "Rachel"})
    assert answer.status_code == 422
    assert len(questions(answer.page)) == 2


def test_the_same_name_is_refused_as_ever(client):
    answer = client.post("/tables", data=new_game("Anna", "An\u200bna", "Paul", "Rachel"))
    assert answer.status_code == 422
    assert not answer.page.has_button("Yes, start anyway")


def test_a_new_player_of_a_group_is_asked_about_and_a_known_one_is_not(client):
    group = a_group(client)
    group.table("Anna", "Ben", "Paul", "Rachel")
    answer = client.post("/tables", data=new_game(ANNA, "Ben", "Paul", "Rachel", group=group.key))
    assert questions(answer.page) == OF_GROUP
    assert answer.page.press("Yes, start anyway").status_code == 303
    for names in ((ANNA, "Ben", "Paul", "Rachel"), (ANNA, "Anna", "Paul", "Rachel")):
        assert client.post("/tables", data=new_game(*names, group=group.key)).status_code == 303
    assert {"Anna", ANNA} <= set(group.people())


@pytest.mark.parametrize("ended", [True, False])
def test_a_rematch_asks_of_new_names_only(client, ended):
    first = client.post("/tables", data=new_game("Anna", ANNA, "Paul", "Rachel", tens_to_end="1")).page
    phone = Phone(client, first.press("Yes, start anyway").location)
    if ended:
        phone.with_round("17", OUT, "13", "5")
    else:
        assert phone.post("/rematches", **new_game("Anna", ANNA, "Pau1", "Paul", game="fool")).status_code == 422
    assert phone.post("/rematches", first_starter="1").status_code == 303


def test_a_table_asks_before_it_renames(client):
    phone = a_table(client, ["Anna", "Ben", "Paul", "Rachel"])
    answer = phone.post("/names", **{"name-2": ANNA})
    assert answer.status_code == 422
    assert questions(answer.page) == ASKED
    assert phone.names[1] == "Ben"
    assert answer.page.press("Yes, save anyway").status_code == 303
    assert phone.names[1] == ANNA
    assert phone.post("/names", **{"name-2": "Anne"}).status_code == 303


def test_a_table_asks_of_its_group_too(client):
    group = a_group(client)
    group.table("Anna", "Paul", "Rachel", "Zoe")
    phone = group.table("Ben", "Paul", "Rachel", "Zoe")
    assert questions(phone.post("/names", **{"name-1": ANNA}).page) == OF_GROUP


def test_a_name_that_is_given_up_is_not_asked_about(client):
    """Who puts right what was typed in the wrong alphabet is no second person."""
    phone = a_group(client).table(ANNA, "Ben", "Paul", "Rachel")
    assert phone.post("/names", **{"name-1": "Anna"}).status_code == 303


def test_a_group_asks_before_it_renames(client):
    group = a_group(client)
    group.table("Anna", "Ben", "Paul", "Rachel")
    ben = group.people()["Ben"]
    answer = group.post(f"/players/{ben}/names", name=ANNA)
    assert answer.status_code == 422
    assert OF_GROUP[0] in answer.page.text
    assert answer.page.press("Yes, rename anyway").status_code == 303
    assert group.people()[ANNA] == ben


def test_a_made_up_answer_is_none(client):
    for apart in ("y", "", a_key()):
        assert client.post("/tables", data=new_game("Anna", ANNA, "Paul", "Rachel", apart=apart)).status_code == 422
