"""A group's files: everything out, everything in, and nothing twice."""

import csv
import io
import json
from datetime import datetime

import pytest

from tests.web.builders import OUT, Group, a_file, a_group, a_key


@pytest.fixture
def group(client):
    """A group after two games, and in a third; Ana is Anne."""
    group = a_group(client)
    group.with_game(OUT, "17", "=13", "5")
    group.with_game("8", OUT, "13", "5", names=("Ana", "=1+1", "Ben", "王小明"))
    group.table().with_round("17", OUT, "13", "5")
    people = group.people()
    group.post(f"/players/{people['Ana']}/merges", into=people["Anne"])
    return group


def bring(group, content):
    file = (io.BytesIO(json.dumps(content).encode()), "group.json")
    response = group.client.post(f"{group.address}/imports", data={"file": file})
    return group.client.get(response.location) if response.status_code == 303 else response


def without_name(file):
    """What a file says but for whose it is."""
    return {key: value for key, value in file.items() if key not in ("id", "name")}


def test_a_second_time_adds_nothing(client, group):
    before = group.file
    assert bring(group, before).page.read(class_="done") == "0 tables added. 3 were here before."
    assert group.file == before
    other = a_group(client)
    bring(other, {**before, "tables": before["tables"][:1]})
    assert bring(other, before).page.read(class_="done") == "2 tables added. 1 was here before."
    assert without_name(other.file) == without_name(before)


def test_a_file_that_cannot_be_read_is_refused_whole(client, group):
    """Which cannot: ``store/files``."""
    before = group.file
    spoilt = json.loads(json.dumps(before))
    spoilt["tables"][2]["rounds"][0]["hands"]["Anne"] = [99]
    response = bring(group, spoilt)
    assert (response.status_code, group.file) == (422, before)
    assert "(At: tables[2].rounds[0]" in response.page.problem("file")
    assert group.post("/imports").page.problem("file") == "Choose a file first."
    assert group.client.get(f"{group.address}/imports").location == f"{group.address}/settings"  # loaded again


# All results


def test_the_csv_has_a_row_for_everybody_at_every_finished_table(client, group):
    response = client.get(f"{group.address}/results.csv")
    assert response.data.startswith(b"\xef\xbb\xbf")
    header, *rows = csv.reader(io.StringIO(response.data.decode("utf-8-sig")))
    assert header[:6] == ["Table", "Started", "Game", "Title", "Player", "Name at the table"]
    assert header[6:10] == ["Seat", "Rank", "Won", "Total"]
    assert header[10:] == [
        *("Rounds", "Went out", "+10s", "Befooled in the last trick", "Points left"),
        *("Rounds started", "Rounds started and won", "Games as starter", "Games started and won"),
    ]
    assert len(rows) == 8
    assert rows[0][2:] == [
        *("fool", "Fool!", "Anne", "Anne", "1", "1", "1", "10"),
        *["1", "1", "1", "0", "0", "1", "1", "1", "1"],
    ]
    assert datetime.fromisoformat(rows[0][1])
    assert rows[2][4:10] == ["Rachel", "Rachel", "3", "3", "0", "-13"]
    assert [row[4:6] for row in rows[4:]] == [["Anne", "Ana"], ["'=1+1", "'=1+1"], ["Ben", "Ben"], ["王小明", "王小明"]]


def test_the_csv_has_the_title_of_another_game(client):
    group = a_group(client)
    for title in ("=Skat", ""):
        phone = group.table(game="points", title=title)
        points = {f"seat-{seat}-points": str(seat) for seat in range(1, 5)}
        assert phone.post("/rounds", number="1", **points).status_code == 303
        phone.stopping()
    rows = list(csv.reader(io.StringIO(client.get(f"{group.address}/results.csv").text)))
    assert [row[2:4] for row in rows[1::4]] == [["points", "'=Skat"], ["points", "Another game"]]


# The first page's "Open a file"


def test_a_sheet_opens_in_the_group_that_the_phone_knows(client, group):
    sheet = json.dumps(a_file()).encode()
    form = {"key": a_key(), "groups": f"{a_key()} {group.key}"}
    for _ in range(2):
        response = client.post("/imports", data=form | {"file": (io.BytesIO(sheet), "sheet.json")})
        assert response.location.startswith(f"{group.address}/tables/")
    assert len(group.tables()) == 4


def test_a_groups_file_opens_as_a_new_group_once_for_each_form_and_phone(client, group):
    file, key = json.dumps(group.file).encode(), a_key()

    def open_it(key, expected=""):
        form = {"key": key, "groups": expected, "file": (io.BytesIO(file), "g.json")}
        return client.post("/imports", data=form).location

    first = open_it(key)
    assert open_it(key) == first != group.address
    assert open_it(a_key(), expected=first) == first
    assert open_it(a_key()) != first
    assert Group(client, first).visit().title == "Friday night"
    assert without_name(Group(client, first).file) == without_name(group.file)


def test_a_deleted_group_comes_back_by_its_file_again_and_again(client, group):
    """As the page that deletes it promises."""
    file = group.file
    group.post("/deletion")
    for _ in range(3):
        form = {"key": a_key(), "file": (io.BytesIO(json.dumps(file).encode()), "g.json")}
        back = Group(client, client.post("/imports", data=form).location)
        assert back.file == file
        back.post("/deletion")
