"""A group's files: everything out, everything in, and nothing twice."""

import csv
import io
import json
from datetime import datetime

import pytest

from tests.web.builders import OUT, a_group


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


def test_a_second_time_adds_nothing(client, group):
    before = group.file
    assert bring(group, before).page.read(class_="done") == "0 tables added. 3 were here before."
    assert group.file == before
    other = a_group(client)
    bring(other, {**before, "tables": before["tables"][:1]})
    assert bring(other, before).page.read(class_="done") == "2 tables added. 1 was here before."


def test_a_file_that_cannot_be_read_is_refused_whole(client, group):
    """Which cannot: ``store/files``."""
    before = group.file
    spoilt = json.loads(json.dumps(before))
    spoilt["tables"][2]["rounds"][0]["hands"]["Anne"] = [99]
    response = bring(group, spoilt)
    assert (response.status_code, group.file) == (422, before)
    assert "(At: tables[2].rounds[0]" in response.page.problem("file")
    assert group.post("/imports").page.problem("file") == "Choose a file first."


def test_the_csv_has_a_row_for_everybody_at_every_finished_table(client, group):
    response = client.get(f"{group.address}/results.csv")
    assert response.data.startswith(b"\xef\xbb\xbf")
    header, *rows = csv.reader(io.StringIO(response.data.decode("utf-8-sig")))
    assert header[4:10] == ["Player", "Name at the table", "Seat", "Rank", "Won", "Total"]
    assert len(rows) == 8
    assert rows[0][2:] == [
        *("fool", "Fool!", "Anne", "Anne", "1", "1", "1", "10"),
        *["1", "1", "1", "0", "0", "1", "1", "1", "1"],
    ]
    assert datetime.fromisoformat(rows[0][1])
    assert rows[2][4:10] == ["Rachel", "Rachel", "3", "3", "0", "-13"]
    assert [row[4:6] for row in rows[4:]] == [["Anne", "Ana"], ["'=1+1", "'=1+1"], ["Ben", "Ben"], ["王小明", "王小明"]]
