"""``companion score``: a sheet file as text or JSON; what is wrong with it is one plain line."""

import json
import re

import pytest

from companion.games import RULEBOOKS
from companion.text import format_number
from tests.command import one_plain_line
from tests.web.builders import CASES

A_ROUND = next(path for path in CASES if path.stem == "fool-rulebook-round")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_as_text_it_has_every_player_and_round(companion, case):
    """As JSON it is the full sheet file."""
    sheet = json.loads(case.read_text("utf-8"))
    status, out, err = companion("score", "-", "--json", stdin=case.read_bytes())
    assert (status, err, json.loads(out)) == (0, "", sheet)
    status, out, err = companion("score", case)
    assert (status, err) == (0, "")
    title, _, header, _, *rows = out.splitlines()
    rows = [row for row in rows if row.split("|")[0].strip()]  # what was left stands in a row of its own
    assert title == RULEBOOKS[sheet["game"]].title
    sides = sheet.get("sides") or [[name] for name in sheet["players"]]
    assert [name.strip() for name in header.split("|")[1:]] == [" & ".join(side) for side in sides]
    numbers = [row.split("|")[0].strip() for row in rows[: len(sheet["rounds"])]]
    assert numbers == [str(played["number"]) for played in sheet["rounds"]]
    under = rows[len(sheet["rounds"])]
    totals = [cell.strip() for cell in under.split("|")[1:]]
    assert totals == [format_number(sheet["totals"][side[0]]) for side in sides]
    last = out.splitlines()[-1]
    if sheet["finished"]:
        assert last.endswith(" won.")
    elif sheet["next"]["dealer"]:
        assert last.startswith(f"{sheet['next']['dealer']} deals.")
    else:
        assert last.startswith(f"{sheet['next']['starter']} starts.")
    assert "-" not in re.sub(r"-+\+|-{2,}", "", out.replace("+10", ""))


def test_starter_dealer_befooled_and_totals_are_marked_and_what_was_left_is_shown(companion):
    """Anne starts, Camille deals, Paul is befooled, Rachel's hand is known as a total."""
    row, below = companion("score", A_ROUND)[1].splitlines()[4:6]
    assert [cell.strip() for cell in row.split("|")] == ["1", "▸* −17 (−17)", "● 0 (0)", "* −13 (−13)", "D +10 (10)"]
    assert [cell.strip() for cell in below.split("|")] == ["", "Σ17", "out", "Σ13", "out"]


def test_every_unicode_is_read(companion):
    """Notepad's "Unicode" is UTF-16."""
    text, read = CASES[0].read_text(encoding="utf-8"), companion("score", CASES[0])
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        assert companion("score", "-", stdin=text.encode(encoding)) == read, encoding


def test_what_is_wrong_is_told_with_its_place_in_one_line(companion):
    """All that can't be read: ``tests/games``."""
    sheet = json.loads(A_ROUND.read_text("utf-8"))
    for content, message in (
        (b"\xff\xfe\x00", ""),
        (sheet | {"options": {"end_score": "high"}}, r"options\.end_score: This house rule can’t have this value\."),
        (sheet | {"options": {"one\ntwo\r\n\ud800": 1}}, r"options\.one two.+: "),
    ):
        stdin = content if isinstance(content, bytes) else json.dumps(content).encode()
        assert re.match(message, one_plain_line(companion("score", "-", stdin=stdin)))
