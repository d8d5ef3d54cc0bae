"""Who plays from the next round on: who leaves, comes back, joins, changes seats; and what was played on paper."""

import re
from collections.abc import Iterable
from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.derive import derive
from companion.games.joining import propose_totals
from companion.games.message import Message, say
from companion.games.players import check_count, check_names, clean_name
from companion.games.sitting import Sitting
from companion.store.journal.changes import Change
from companion.store.tables.writing import is_written
from companion.web.app.parts import refuse
from companion.web.forms.entry import MAX_NUMBER_LENGTH
from companion.web.forms.round import read_points
from companion.web.table.access import Opened, make_opener, open_to_write, store, write_key
from companion.web.table.decisions import append_to, refuse_stale

MAX_TALLY_ON_PAPER = 999
MAX_TOTAL = 100_000  # points, either way
NO_TOTAL = say("Type a number like 12, −3 or 2½.")


def open_seating(key: str) -> Opened:
    """Open a table whose players can change: 404 for teams, whose partners stay, and for a duel."""
    opened = open_to_write(key)
    if opened.table.sheet.in_teams or len(opened.table.rulebook.seats) == 1:
        abort(404)
    return opened


blueprint = Blueprint("players", __name__, url_prefix="/t/<key>")
blueprint.before_request(make_opener(open_seating))


class SeatsForm:
    """Who plays, as typed: ``rows`` are all seats clockwise, ``playing`` those that are ticked.

    A new player has a name and sits ``after`` a seat. ``problems`` are by field; ``too_few`` is a warning by the rules.
    The player ``held`` swaps places with the next one tapped.
    """

    held: int | None = None
    too_few: Message | None = None

    def __init__(self, sitting: Sitting) -> None:
        self.problems: dict[str, Message] = {}
        typed, playing, everybody = request.form, sitting.seated_next, _list_everybody(sitting)
        self.rows = [*dict.fromkeys([*(seat for seat in _read_seats("row") if seat in everybody), *everybody])]
        self.playing = {*everybody}.intersection(_read_seats("plays") if typed else playing)
        last = self.rows[-1] if typed else playing[-1]
        self.after = next((seat for seat in _read_seats("after") if seat in everybody), last)
        self.name = clean_name(typed.get("name", ""))
        self.start, self.total = typed.get("start", ""), typed.get("total", "")[:20].strip()

    @property
    def joined(self) -> list[tuple[str, float]]:
        """Who joins, with the total to start with: what is typed, or else chosen."""
        return [(self.name, read_total(self.total or self.start) or 0)] if self.name else []

    def seats(self, players: int) -> tuple[int, ...]:
        """Return the seats that play, clockwise; the number of who joins is that of the players so far."""
        rows = list(self.rows)
        if self.name:
            rows.insert(rows.index(self.after) + 1, players)
        return tuple(seat for seat in rows if seat in self.playing or seat == players)


@blueprint.get("/players")
@blueprint.post("/players", endpoint="swap")
def show(opened: Opened) -> ResponseReturnValue:
    """Return the form: who plays the next round, and who could.

    After a tap on a player, that one is held, and the second who is tapped swaps with them.
    """
    form, change = SeatsForm(opened.table.sitting), request.form.get("change", "")
    tapped = next((seat for row, seat in enumerate(form.rows, start=1) if change == f"swap-{row}"), None)
    held = next((seat for seat in _read_seats("held") if seat in form.rows), None)
    if held is None or tapped is None:
        form.held = tapped
    else:
        changed = {tapped: held, held: tapped}
        form.rows = [changed.get(seat, seat) for seat in form.rows]
    return _page(opened, form)


@blueprint.post("/seatings")
def change(opened: Opened) -> ResponseReturnValue:
    """Save who plays from the next round on."""
    if is_written(store(), opened.table.id, write_key()):  # a second tap: its names are taken by the first
        return redirect(opened.address(), 303)
    sitting, number = opened.table.sitting, len(opened.table.sitting.rounds) + 1
    form = SeatsForm(sitting)
    seats = form.seats(len(sitting.players))
    _check(opened, form, number, seats)
    if form.problems or form.too_few:
        return _page(opened, form)
    return append_to(opened, _seat(form, number, seats))


def _seat(form: SeatsForm, number: int, seats: tuple[int, ...]) -> Change:
    return Change("seats_changed", {"number": number, "seats": seats, "joined": form.joined})


@blueprint.route("/paper", methods=["GET", "POST"])
def paper(opened: Opened) -> ResponseReturnValue:
    """Return the form for the totals that the table has on paper; or save them, the tallies, and who starts."""
    if request.method != "POST":
        return _paper(opened)
    table, problems = opened.table, dict[str, Message]()
    start: dict[str, dict[int, float]] = {"total": {}}
    for kind in ("total", *(tally.key for tally in table.rulebook.tallies)):
        for seat in table.sitting.seated_next:
            typed = request.form.get(f"{kind}-{seat + 1}", "").strip()
            value = read_total(typed) if typed else 0
            is_tally = value is not None and float(value).is_integer() and 0 <= value <= MAX_TALLY_ON_PAPER
            if value is None or (kind != "total" and not is_tally):
                problems[f"{kind}-{seat + 1}"] = NO_TOTAL if kind == "total" else say("Type a whole number.")
            elif value:
                start.setdefault(kind, {})[seat] = value
    totals = start.pop("total")
    tallies = {kind: [(seat, int(n)) for seat, n in counts.items()] for kind, counts in start.items()}
    starter = next((seat for seat in _read_seats("starter") if seat in table.sitting.seated_next), None)
    change = Change("begun_on_paper", {"totals": [*totals.items()], "tallies": tallies, "starter": starter})
    if not problems and _would_end(opened, change.make((table.sitting,))):
        problems[""] = say("These totals would end the game.")
    if problems and not table.sitting.rounds:
        return _paper(opened, problems)
    return append_to(opened, change)


def read_total(typed: str) -> float | None:
    """Return a total as typed: a whole number or a half, up to ``MAX_TOTAL`` either way; None for anything else."""
    with suppress(ValueError):
        total = read_points(typed.strip()) if len(typed.strip()) <= MAX_NUMBER_LENGTH else None
        return total if total is not None and abs(total) <= MAX_TOTAL else None
    return None


def _read_seats(name: str) -> list[int]:
    """Return the seats in fields of this name, which count from 1."""
    written = " ".join(request.form.getlist(name)).split()
    return [int(seat) - 1 for seat in written if re.fullmatch(r"\d{1,2}", seat)]


def _write_seats(seats: Iterable[int]) -> str:
    """Return seats as ``_read_seats`` reads them from one field."""
    return " ".join(str(seat + 1) for seat in seats)


def _list_everybody(sitting: Sitting) -> list[int]:
    """Return all seats clockwise; those who don't play the next round sit where they sat last."""
    rows = list(sitting.seated_next)
    for seats in (*reversed(sitting.seatings.values()), tuple(sitting.seats)):
        for before, seat in zip((seats[-1], *seats), seats, strict=False):
            if seat not in rows:
                rows.insert(rows.index(before) + 1 if before in rows else len(rows), seat)
    return rows


def _check(opened: Opened, form: SeatsForm, number: int, seats: tuple[int, ...]) -> None:
    table, problems = opened.table, form.problems
    if form.name:
        for wrong in check_names([*table.sitting.players, form.name]):
            problems["name"] = wrong.message
        if (form.total or form.start == "other") and read_total(form.total) is None:
            problems["total"] = NO_TOTAL
        elif not form.total and (renewed := _renew_start(opened, form)):
            problems["total"] = renewed
        elif not problems:
            joining = _seat(form, number, seats)
            if _would_end(opened, joining.make((table.sitting,))):
                problems["total"] = say("These totals would end the game.")
    if table.begun is not None:
        problems[""] = say("Finish round %(number)s first, or undo it.", number=number)
    for wrong in check_count(len(seats), table.rulebook.seats):
        is_few = len(seats) < table.rulebook.seats[0]
        if len(seats) < 2 or not is_few or not table.sitting.rounds:
            problems[""] = wrong.message
        elif not problems and "few" not in request.form:
            form.too_few = wrong.message


def _would_end(opened: Opened, sitting: Sitting) -> bool:
    """Return whether the game would be over before the next round."""
    gauges = derive(opened.table.rulebook, sitting).gauges
    return any(gauge.full and (gauge.sides or not sitting.rounds) for gauge in gauges)


def _propose_totals(opened: Opened, seats: Iterable[int]) -> list[tuple[float, Message]]:
    table = opened.table
    seats = [seat for seat in table.sitting.seats if seat in seats]
    return propose_totals(table.rulebook, table.sitting, table.sheet, seats)


def _renew_start(opened: Opened, form: SeatsForm) -> Message | None:
    """Choose the total of the same name where who is ticked has changed what was proposed; return what it is now."""
    before = _read_seats("beside") or opened.table.sitting.seated_next
    names = {str(total): why for total, why in _propose_totals(opened, before)}
    totals = _propose_totals(opened, form.playing)
    if form.start not in names or form.start in [str(total) for total, _ in totals]:
        return None
    total, why = next((each for each in totals if each[1] == names[form.start]), totals[0])
    form.start = str(total)
    return say("With these players it’s %(total)s (%(what)s).", what=why, total=total)


def _page(opened: Opened, form: SeatsForm) -> ResponseReturnValue:
    if not opened.table.sheet.next:
        return refuse_stale(opened)
    _renew_start(opened, form)
    page = render_template(
        "settings/players.html",
        opened=opened,
        form=form,
        totals=_propose_totals(opened, form.playing),
        beside=_write_seats(form.playing),
    )
    problem = next(iter(form.problems.values()), form.too_few)
    return refuse(page, 422, problem) if problem else page


def _paper(opened: Opened, problems: dict[str, Message] | None = None) -> ResponseReturnValue:
    sitting, tallies = opened.table.sitting, opened.table.rulebook.tallies
    if sitting.rounds:
        return refuse_stale(opened)
    starts = {"total": sitting.start_totals} | {each.key: sitting.start_tallies.get(each.key, {}) for each in tallies}
    about = {"problems": problems or {}, "kinds": list(starts), "starts": starts}
    page = render_template("settings/paper.html", opened=opened, **about)
    return refuse(page, 422, next(iter(problems.values()))) if problems else page
