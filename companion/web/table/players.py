"""Who plays from the next round on: who leaves, comes back, joins, changes seats; and what was played on paper."""

import re
from contextlib import suppress
from dataclasses import dataclass, field

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.derive import best_is_lowest, derive
from companion.games.message import Message, say
from companion.games.players import check_count, check_names, clean_name
from companion.games.sitting import Sitting
from companion.store.journal.facts import Fact, apply
from companion.store.journal.tables import is_written
from companion.web.app.parts import refuse
from companion.web.forms.fields import LONGEST, read_points
from companion.web.forms.rows import read_move
from companion.web.table.access import Opened, open_to_write, store, write_key
from companion.web.table.decisions import append_to, refuse_stale

blueprint = Blueprint("players", __name__, url_prefix="/t/<key>")


@dataclass
class SeatsForm:
    """Who plays, as typed: ``rows`` are all seats clockwise, ``playing`` those that are ticked.

    Who joins has a name, and sits ``after`` a seat. ``problems`` are by field; ``too_few`` says that so few can't play
    the game by its rules. Who is ``held`` changes places with whom is tapped next.
    """

    rows: list[int]
    playing: set[int]
    after: int
    name: str = ""
    start: str = ""
    total: str = ""
    problems: dict[str, Message] = field(default_factory=dict)
    too_few: bool = False
    held: int | None = None

    @property
    def joined(self) -> list[tuple[str, float]]:
        """Who joins, with the total to start with: what is typed, or else chosen."""
        return [(self.name, read_total(self.total or self.start) or 0)] if self.name else []

    def swap(self, seat: int, held: int | None) -> None:
        """Let a seat change places with the one that is held; where none is, hold this one."""
        if held not in self.rows:
            self.held = seat
            return
        one, other = self.rows.index(seat), self.rows.index(held)
        self.rows[one], self.rows[other] = held, seat

    def seats(self, players: int) -> tuple[int, ...]:
        """Return the seats that play, clockwise; who joins sits at the one after the last of so many players."""
        new = {self.after: (players,)} if self.name else {}
        each = ((*((row,) if row in self.playing else ()), *new.get(row, ())) for row in self.rows)
        return tuple(seat for seats in each for seat in seats)


def read_total(typed: str) -> float | None:
    """Return a total as typed: a whole number or a half; None for anything else."""
    with suppress(ValueError):
        return read_points(typed.strip()) if len(typed.strip()) <= LONGEST else None
    return None


def proposed_totals(opened: Opened) -> list[tuple[float, Message]]:
    """Return the totals that somebody who joins may begin with: the others' average, 0, and the worst."""
    sheet = opened.table.sheet
    totals = sheet.standing.of_present(sheet.totals)
    worst = (max if best_is_lowest(opened.table.rulebook, opened.table.sitting) else min)(totals)
    average = round(sum(totals) / len(totals))
    found = [(average, say("the average")), (0, say("zero")), (worst, say("like the last"))]
    return list({total: (total, why) for total, why in reversed(found)}.values())[::-1]


@blueprint.get("/players")
def show(key: str) -> ResponseReturnValue:
    """Return the form: who plays the next round, and who could."""
    opened = _open(key)
    sitting = opened.table.sitting
    return _page(opened, SeatsForm(_everybody(sitting), set(sitting.seated_next), sitting.seated_next[-1]))


@blueprint.post("/players")
def rearrange(key: str) -> ResponseReturnValue:
    """Return the form after a player was moved up or down, or is to change places with another."""
    opened = _open(key)
    form, change = _typed(opened), request.form.get("change", "")
    move, swap = read_move(change, len(form.rows)), re.fullmatch(r"swap-(\d{1,2})", change)
    if move:
        form.rows[move.row], form.rows[move.other] = form.rows[move.other], form.rows[move.row]
    elif swap and 0 < int(swap[1]) <= len(form.rows):
        form.swap(form.rows[int(swap[1]) - 1], next(iter(_seats(request.form.get("held", ""))), None))
    return _page(opened, form, move.focus if move else change)


@blueprint.post("/seatings")
def change(key: str) -> ResponseReturnValue:
    """Let these players play from the next round on."""
    opened = _open(key)
    if is_written(store(), opened.table.id, write_key()):  # a second tap: its names are taken by the first
        return redirect(opened.address(), 303)
    table, form = opened.table, _typed(opened)
    sitting, number = table.sitting, len(table.sitting.rounds) + 1
    seen = tuple(_seats(request.form.get("seen", "")))
    seats = form.seats(len(sitting.players))
    fact = Fact("seats_changed", {"number": number, "seats": seats, "joined": form.joined}, seen)
    if form.name:
        names = [*sitting.players, form.name]
        for wrong in check_names(names):
            form.problems["name"] = wrong.message
        if (form.total or form.start == "other") and read_total(form.total) is None:
            form.problems["total"] = say("Type a whole number or a half.")
        elif not form.problems and _would_end(opened, apply(sitting, fact)):
            form.problems["total"] = say("With that total the game would be over.")
    if table.begun is not None:
        form.problems[""] = say("Finish round %(number)s first, or undo what is entered.", number=number)
    few = len(seats) < table.rulebook.seats[0]
    wrong_count = [problem.message for problem in check_count(len(seats), table.rulebook.seats)]
    if wrong_count and (len(seats) < 2 or not few or not sitting.rounds):
        form.problems[""] = wrong_count[0]
    form.too_few = few and not form.problems and "few" not in request.form
    if (form.problems or form.too_few) and table.sheet.next:
        return refuse(_page(opened, form), 422, [*form.problems.values(), *wrong_count][0])
    if seats == seen and not form.joined:
        return redirect(opened.address(), 303)
    return append_to(opened, fact)


@blueprint.get("/paper")
def paper(key: str) -> ResponseReturnValue:
    """Return the form for the totals that the table has on paper already."""
    return _paper(_open(key))


@blueprint.post("/paper")
def begin_with(key: str) -> ResponseReturnValue:
    """Begin with the totals and tallies from paper, and with who starts."""
    opened = _open(key)
    table = opened.table
    problems: dict[str, Message] = {}
    start: dict[str, dict[int, float]] = {}
    for kind in ("total", *(tally.key for tally in table.rulebook.tallies)):
        for seat in table.sitting.seats:
            field_name = f"{kind}-{seat + 1}"
            typed = request.form.get(field_name, "").strip()
            value = read_total(typed) if typed else 0
            if value is None or (kind != "total" and not (float(value).is_integer() and 0 <= value < 1000)):
                problems[field_name] = (
                    say("Type a whole number or a half.") if kind == "total" else say("Type a number.")
                )
            elif value:
                start.setdefault(kind, {})[seat] = value
    tallies = {kind: [(seat, int(n)) for seat, n in tally.items()] for kind, tally in start.items() if kind != "total"}
    starter = next(
        (seat for seat in _seats(request.form.get("starter", "")) if seat in table.sitting.seated_next), None
    )
    fact = Fact("begun_on_paper", {"totals": [*start.get("total", {}).items()], "tallies": tallies, "starter": starter})
    if not problems and _would_end(opened, apply(table.sitting, fact)):
        problems[""] = say("With these totals the game would be over.")
    if problems and not table.sitting.rounds:
        return refuse(_paper(opened, problems), 422, next(iter(problems.values())))
    return append_to(opened, fact)


def _open(key: str) -> Opened:
    """Open a table whose players can change: 404 for teams, whose partners stay, and for a duel."""
    opened = open_to_write(key)
    if opened.table.sheet.in_teams or len(opened.table.rulebook.seats) == 1:
        abort(404)
    return opened


def _would_end(opened: Opened, sitting: Sitting) -> bool:
    """Return whether it is over before the next round. What is counted together is no matter of who joins."""
    gauges = derive(opened.table.rulebook, sitting).gauges
    return any(gauge.full and (gauge.sides or not sitting.rounds) for gauge in gauges)


def _everybody(sitting: Sitting) -> list[int]:
    """Return all seats clockwise; who doesn't play the next round is where they sat last."""
    rows = list(sitting.seated_next)
    for seats in (*(each.seats for each in reversed(sitting.seatings)), tuple(sitting.seats)):
        for before, seat in zip((seats[-1], *seats), seats, strict=False):
            if seat not in rows:
                rows.insert(rows.index(before) + 1 if before in rows else len(rows), seat)
    return rows


def _typed(opened: Opened) -> SeatsForm:
    """Return the form as it was sent; rows that are missing follow, rows that are not there are left out."""
    everybody = _everybody(opened.table.sitting)
    sent = [seat for seat in _seats(" ".join(request.form.getlist("row"))) if seat in everybody]
    rows = list(dict.fromkeys([*sent, *everybody]))
    playing = {seat for seat in _seats(" ".join(request.form.getlist("plays"))) if seat in everybody}
    after = next((seat for seat in _seats(request.form.get("after", "")) if seat in everybody), rows[-1])
    name, total = clean_name(request.form.get("name", "")), request.form.get("total", "")[:20].strip()
    return SeatsForm(rows, playing, after, name, request.form.get("start", ""), total)


def _seats(written: str) -> list[int]:
    """Return seats as a form has them, from 1."""
    return [int(seat) - 1 for seat in written.split() if re.fullmatch(r"\d{1,2}", seat)]


def _page(opened: Opened, form: SeatsForm, focus: str = "") -> str:
    if not opened.table.sheet.next:
        return refuse_stale(opened)  # type: ignore[return-value]
    seen = request.form.get("seen") or " ".join(str(seat + 1) for seat in opened.table.sitting.seated_next)
    shown = {"form": form, "totals": proposed_totals(opened), "focus": focus, "seen": seen}
    return render_template("table/players.html", opened=opened, write_key=write_key(), **shown)


def _paper(opened: Opened, problems: dict[str, Message] | None = None) -> str:
    sitting = opened.table.sitting
    if sitting.rounds:
        return refuse_stale(opened)  # type: ignore[return-value]
    starts = {"total": sitting.start_totals} | {
        tally.key: sitting.start_tallies.get(tally.key, {}) for tally in opened.table.rulebook.tallies
    }
    shown = {"problems": problems or {}, "kinds": list(starts), "starts": starts}
    return render_template("table/paper.html", opened=opened, write_key=write_key(), **shown)
