"""What a group's file says: anything that can't be read is refused whole, with its place."""

import copy
import json
import math
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from companion.games.reading import Unreadable
from companion.store.database import FILE_NAME, Store
from companion.store.files import reading
from tests.store.builders import FOUR, a_group
from tests.store.files.test_files import a_rich_group, file_of, table_file

OVER = "-80 10 10 0"


@pytest.fixture(scope="module")
def rich_file(tmp_path_factory):
    with closing(Store(tmp_path_factory.mktemp("rich") / FILE_NAME)) as store:
        raw = json.loads(file_of(a_rich_group(store)))
    reading.read_group(raw)
    return raw


def refused(raw):
    with pytest.raises(Unreadable) as unreadable:
        reading.read_group(raw)
    assert unreadable.value.reason.text
    json.dumps(unreadable.value.location, ensure_ascii=False).encode()
    return unreadable.value.location


def spoilt(raw, path, value):
    raw = copy.deepcopy(raw)
    at = raw
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    for step in steps:
        at = at[step]
    at[last] = value
    return raw


def nested(depth):
    return json.loads("[" * depth + "]" * depth)


WRONG = {  # by the place in a group's file that is told
    "format": ["companion-sheet", ["companion-group"], math.nan, None],
    "version": [2, True, math.nan],
    "id": [None, "short", "x" * 65, "with spaces in it", "12345678\n", nested(900)],
    "name": [None, " \u202e ", "x" * 41, nested(900)],
    "players": [{}, ["Anne"]],
    "players/0/name": [None],
    "players/1/name": [["Anne"], "x" * 41, "x" * 100_000, "\u202e\u2066", "\u3164"],
    "players/1/same_as": [7, ""],
    "tables": [{}, None],
    "tables/1/id": [12345678, None],
    "tables/1/started_at": [
        *("2024-05-01T18:00:00", "2024-05-01", "1066-10-14T09:00:00+00:00", "0001-01-01T00:00:00+23:59"),
        *(1_700_000_000, "yesterday", "\ud800", nested(50)),
    ],
    "tables/1/last_at": [False],
    "tables/1/people": [["Anna"], None, {"Anne": "Zoe", "Paul": "ZOE"}, {"Anne": "paul"}],
    "tables/1/people/Anne": [None, "x" * 41, "\u202e", nested(900)],
    "tables/1/rounds/0/hands/Anne": [10**400, math.inf],
}
ELSEWHERE = [
    ("tables/0", None, "tables[0].format"),
    ("tables/0", nested(900), "tables[0].format"),
    ("tables/1/players", ["Anne", "ANNE", "Paul", "Zoë"], "tables[1].players[1]"),
    ("tables/1/rounds/0/hands/Anne", [28], "tables[1].rounds[0]"),
    ("tables/1/rounds", [{}] * 501, "tables[1].rounds"),
]


def test_what_cannot_be_read_is_refused_with_its_place(rich_file):
    """Whole, however much of it is good; reading knows no store, so nothing of it is written."""
    cases = [(path, value, path.replace("/", ".")) for path, values in WRONG.items() for value in values]
    for path, value, place in (*cases, *ELSEWHERE):
        expected = place if "[" in place else place.replace(".0", "[0]").replace(".1", "[1]")
        assert refused(spoilt(rich_file, path, value)) == expected, (path, ascii(value)[:60])


def test_a_file_with_too_many_tables_is_refused(rich_file, monkeypatch):
    monkeypatch.setattr(reading, "MAX_TABLES", 5)
    assert len(reading.read_group(rich_file).tables) == 5
    monkeypatch.setattr(reading, "MAX_TABLES", 4)
    assert refused(rich_file) == "tables"


def test_times_of_any_zone_are_kept_in_utc(store):
    """So that later sorts after earlier; a table that ended before it began ended when it began."""
    raw = table_file(a_group(store).with_table(FOUR, OVER))
    raw |= {"started_at": "2024-05-01T23:30:00.1239+09:00", "last_at": "2024-05-01T18:30:00+02:00"}
    began = "2024-05-01T14:30:00.123+00:00"
    assert reading.read_table(raw).past.times == (began, "2024-05-01T16:30:00.000+00:00")
    raw["last_at"] = "2024-05-01T10:00:00Z"
    assert reading.read_table(raw).past.times == (began, began)
    for later in ("8024-05-01T18:00:00+00:00", "9999-12-31T23:59:59-23:59"):  # by another clock
        before = datetime.now(UTC) - timedelta(seconds=1)
        for moment in reading.read_table(raw | {"started_at": later, "last_at": later}).past.times:
            assert before < datetime.fromisoformat(moment) <= datetime.now(UTC)
