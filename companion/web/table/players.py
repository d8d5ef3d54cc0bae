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
from companion.store.journal import facts
from companion.store.journal.facts import with_seats
from companion.web.forms.fields import LONGEST, read_points
from companion.web.forms.rows import read_move
from companion.web.table.access import Opened, open_to_write, write_key
from companion.web.table.decisions import append_to, refuse_stale

blueprint = Blueprint("players", __name__, url_prefix="/t/<key>")

NEW = -1  # the row of who joins


@dataclass
class SeatsForm:
    """Who plays, as typed: ``rows`` are the seats clockwise (``NEW`` for who joins), ``playing`` those that are ticked.

    ``problems`` are by field; ``too_few`` says that so few can't play the game by its rules.
    """

    rows: list[int]
    playing: set[int]
    name: str = ""
    start: str = ""
    total: str = ""
    problems: dict[str, Message] = field(default_factory=dict)
    too_few: bool = False

    @property
    def joined(self) -> list[tuple[str, float]]:
        """Who joins, with the total to start with."""
        total = read_total(self.total if self.start == "other" else self.start)
        return [(self.name, 0 if total is None else total)] if self.name else []

    def seats(self, players: int) -> tuple[int, ...]:
        """Return the seats that play, clockwise; who joins sits at the one after the last of so many players."""
        seats = (
            players if row == NEW else row for row in self.rows if row in self.playing or (row == NEW and self.name)
        )
        return tuple(seats)


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
    playing = sitting.seated_next
    away = [seat for seat in sitting.seats if seat not in playing]
    leaves = request.args.get("leaves", 0, type=int) - 1
    return _page(opened, SeatsForm([*playing, NEW, *away], set(playing) - {leaves}))


@blueprint.post("/players")
def rearrange(key: str) -> ResponseReturnValue:
    """Return the form after a player was moved up or down."""
    opened = _open(key)
    form = _typed(opened)
    move = read_move(request.form.get("change", ""), len(form.rows))
    if move:
        form.rows[move.row], form.rows[move.other] = form.rows[move.other], form.rows[move.row]
    return _page(opened, form, move.focus if move else "")


@blueprint.post("/seatings")
def change(key: str) -> ResponseReturnValue:
    """Let these players play from the next round on."""
    opened = _open(key)
    table, form = opened.table, _typed(opened)
    sitting, number = table.sitting, len(table.sitting.rounds) + 1
    seen = tuple(_seats(request.form.get("seen", "")))
    seats = form.seats(len(sitting.players))
    if form.name:
        names = [*sitting.players, form.name]
        for wrong in check_names(names):
            form.problems["name"] = wrong.message
        if form.start == "other" and read_total(form.total) is None:
            form.problems["total"] = say("Type a whole number or a half.")
        elif not form.problems and _would_end(opened, with_seats(sitting, number, seats, form.joined)):
            form.problems["total"] = say("With that total the game would be over.")
    if table.begun is not None:
        form.problems[""] = say("Finish round %(number)s first, or undo what is entered.", number=number)
    few = len(seats) < table.rulebook.seats[0]
    if len(seats) < 2 or len(seats) > table.rulebook.seats[-1]:
        form.problems[""] = check_count(len(seats), table.rulebook.seats)[0].message
    elif few and "few" not in request.form:
        form.too_few = True
    if form.problems or form.too_few:
        return _page(opened, form), 422
    if seats == seen and not form.joined:
        return redirect(opened.address(), 303)
    return append_to(opened, facts.seats_changed(number, seats, form.joined, seen))


@blueprint.get("/paper")
def paper(key: str) -> ResponseReturnValue:
    """Return the form for the totals that the table has on paper already."""
    return _paper(_open(key))


@blueprint.post("/paper")
def begin_with(key: str) -> ResponseReturnValue:
    """Begin with the totals and tallies from paper."""
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
    tallies = {kind: {seat: int(n) for seat, n in given.items()} for kind, given in start.items() if kind != "total"}
    fact = facts.begun_on_paper(start.get("total", {}), tallies)
    if not problems and _would_end(opened, facts.with_start(table.sitting, start.get("total", {}), tallies)):
        problems[""] = say("With these totals the game would be over.")
    return (_paper(opened, problems), 422) if problems else append_to(opened, fact)


def _open(key: str) -> Opened:
    """Open a table whose players can change: 404 for teams, whose partners stay, and for a duel."""
    opened = open_to_write(key)
    if opened.table.sheet.in_teams or len(opened.table.rulebook.seats) == 1:
        abort(404)
    return opened


def _would_end(opened: Opened, sitting: Sitting) -> bool:
    return any(gauge.full and gauge.sides for gauge in derive(opened.table.rulebook, sitting).gauges)


def _typed(opened: Opened) -> SeatsForm:
    """Return the form as it was sent; rows that are missing follow, rows that are not there are left out."""
    known = {NEW, *opened.table.sitting.seats}
    rows = list(dict.fromkeys(seat for seat in _seats(" ".join(request.form.getlist("row"))) if seat in known))
    rows += sorted(known - set(rows))
    playing = {seat for seat in _seats(" ".join(request.form.getlist("plays"))) if seat in known}
    name = clean_name(request.form.get("name", ""))
    return SeatsForm(rows, playing, name, request.form.get("start", ""), request.form.get("total", "")[:20])


def _seats(written: str) -> list[int]:
    """Return seats as a form has them, from 1; 0 is the row of who joins."""
    return [int(seat) - 1 for seat in written.split() if re.fullmatch(r"\d{1,2}", seat)]


def _page(opened: Opened, form: SeatsForm, focus: str = "") -> str:
    if not opened.table.sheet.next:
        return refuse_stale(opened)  # type: ignore[return-value]
    seen = request.form.get("seen") or " ".join(str(seat + 1) for seat in opened.table.sitting.seated_next)
    shown = {"form": form, "totals": proposed_totals(opened), "focus": focus, "NEW": NEW, "seen": seen}
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
