"""Entering a round, and correcting one."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.contract import Step
from companion.games.derive import derive
from companion.games.message import Message, say
from companion.games.record import cells, has_begun, next_step, steps_entered
from companion.games.sitting import Round
from companion.store.journal.facts import Conflict, Fact
from companion.store.journal.tables import append
from companion.web.app.parts import for_offline, part, refuse
from companion.web.forms.entering import Entering, Typed
from companion.web.forms.entry import RoundForm
from companion.web.games import GAMES
from companion.web.table.access import Opened, new_write_key, open_to_write, store, write_key
from companion.web.table.decisions import refuse_stale

blueprint = Blueprint("rounds", __name__, url_prefix="/t/<key>/rounds")


@blueprint.after_request
def keep_no_copy(response: Response) -> Response:
    """Let going back to an entry page ask the server again, so that it never offers a round that is saved."""
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/new")
@for_offline
def new(key: str) -> ResponseReturnValue:
    """Return the form for the next round, or its next step; once the game is over, go to the table."""
    opened = open_to_write(key)
    if opened.table.sheet.next is None:
        return redirect(opened.address(), 303)
    number, step = opened.table.sheet.next.number, _asked_step(opened, request.args)
    if not _may_follow(opened, number, step):
        step = next_step(opened.table.rulebook, opened.table.sitting.begun)
    entry = enter(opened, number, played=_undone_round(opened, number, step) or opened.table.sitting.begun, step=step)
    return _form(opened, entry)


@blueprint.get("")
def again(key: str) -> ResponseReturnValue:
    """Go back to the form, with its draft: here a phone asks for a page that answered a form."""
    return redirect(open_to_write(key).address("rounds.new"), 303)


@blueprint.post("")
def create(key: str) -> ResponseReturnValue:
    """Save a new round, or a step of it."""
    opened = open_to_write(key)
    number, step = _number(opened), _asked_step(opened, request.form)
    if not _may_follow(opened, number, step):
        return refuse_stale(opened)

    def decide(played: Round) -> Fact:
        kind = "round_begun" if has_begun(opened.table.rulebook, played) else "round_entered"
        return Fact(kind, {"number": number, "round": played}, _seen())

    return _save(opened, _sent(opened, number), decide)


@blueprint.get("/<int:number>")
def edit(key: str, number: int) -> ResponseReturnValue:
    """Return the form to correct a round."""
    opened = open_to_write(key)
    rounds = opened.table.sitting.rounds
    if not 1 <= number <= len(rounds):
        abort(404)
    return _form(opened, enter(opened, number, played=rounds[number - 1], editing=True))


@blueprint.post("/<int:number>")
def update(key: str, number: int) -> ResponseReturnValue:
    """Save a corrected round."""
    opened = open_to_write(key)
    if number not in opened.table.changed:
        abort(404)
    entry = _sent(opened, number, editing=True)
    return _save(opened, entry, lambda played: Fact("round_corrected", {"number": number, "round": played}, _seen()))


@blueprint.post("/check")
def check(key: str) -> ResponseReturnValue:
    """Return a fragment: what saving would do as things are typed now, or what is missing for it."""
    opened = open_to_write(key)
    entry = _sent(opened, _number(opened), editing="editing" in request.form)
    # A save that was refused has been told what only a save is told.
    played = entry.validate(trying="asked" not in request.form)
    ends = _ends(opened, entry, played) if played else ()
    page = render_template("rounds/_verdict.html", entry=entry, played=played, opened=opened, ends=ends)
    return part(page, entry.readings)


def _ends(opened: Opened, entry: RoundForm, played: Round) -> tuple[Message, ...]:
    """Return why saving a round would end the game; nothing where it would not, or covered hands would tell."""
    rulebook, sitting, number = opened.table.rulebook, opened.table.sitting, entry.opening.number
    if entry.covered or has_begun(rulebook, played):
        return ()
    rounds = (*sitting.rounds[: number - 1], played, *sitting.rounds[number:])
    was, now = opened.table.sheet.ending, derive(rulebook, replace(sitting, rounds=rounds)).ending
    return now.reasons if now and (was is None or was.after != now.after) else ()


def enter(
    opened: Opened,
    number: int,
    typed: Typed | None = None,
    played: Round | None = None,
    *,
    editing: bool = False,
    step: Step | None = None,
) -> RoundForm:
    """Return the entry form of a table's game for a round."""
    table = opened.table
    opening, laid = table.opening(number), table.laid.get(number, {})
    undone = table.redoable.seq if table.redoable else 0
    return GAMES[table.game].form(
        Entering(table.rulebook, table.sitting, opening, typed, played, editing, step, laid, undone)
    )


def answer_conflict(opened: Opened, entry: RoundForm, played: Round, seat: int | None = None) -> ResponseReturnValue:
    """Show both entries, or of a ``seat`` both hands, with a way to keep either; if they say the same, all is done."""
    number, sitting = entry.entering.opening.number, opened.table.sitting
    saved = sitting.saved(number) if number <= len(sitting.rounds) or opened.table.begun else None
    if saved is not None:
        played = entry.beside(saved) or played
    if saved is not None and played == saved:
        return redirect(opened.address(), 303)
    if saved is None and opened.table.is_next(number) and not entry.entering.editing:  # others play it now
        return refuse_stale(opened)
    rulebook = opened.table.rulebook
    twice = saved is not None and steps_entered(rulebook, saved) >= steps_entered(rulebook, played)
    titles = (
        (seat is not None, say("Round %(number)s is saved by now", number=number)),
        (twice, say("Round %(number)s was entered twice", number=number)),
        (saved is not None, say("Round %(number)s has changed", number=number)),
        (True, say("Round %(number)s is not the next one any more", number=number)),
    )
    title = next(title for true, title in titles if true)
    different = () if saved is None else _different(opened, number, played, saved)
    both = {"mine": played, "saved": saved, "twice": twice, "different": different}
    about = {
        "number": number,
        "seat": seat,
        "title": title,
        "write_key": new_write_key(),
        "by": _entered_by(opened, number),
    }
    page = render_template("rounds/conflict.html", opened=opened, entry=entry, **both, **about)
    return refuse(page, 409, title)


def _entered_by(opened: Opened, number: int) -> str | None:
    """The player from whose phone a round came as it is saved; None where the phone has not said whose it is."""
    kinds = ("round_entered", "round_begun", "round_corrected")
    entries = (entry for entry in reversed(opened.table.in_force) if entry.kind in kinds)
    phone = next((entry.phone for entry in entries if entry.payload["number"] == number), None)
    return None if phone is None else opened.table.sitting.players[phone]


def _different(opened: Opened, number: int, one: Round, other: Round) -> tuple[int, ...]:
    """Return the sides of which two entries of a round say something else."""
    rulebook, sitting, opening = opened.table.rulebook, opened.table.sitting, opened.table.opening(number)

    def told(played: Round, side: int, seats: tuple[int, ...]) -> tuple[object, object]:
        points = () if has_begun(rulebook, played) else rulebook.score(sitting, opening, played).points
        return points[side:][:1], [*cells(rulebook, sitting.players, seats, side, played)]

    sides = [*enumerate(opened.table.sheet.sides)]
    found = [(side, told(one, side, seats), told(other, side, seats)) for side, seats in sides]
    different = [each for each in found if each[1] != each[2]]
    # Cards beside their total say the same: only where all points are equal, that is what differs.
    by_points = [each for each in different if each[1][0] != each[2][0]]
    return tuple(side for side, *_ in by_points or different)


def _save(opened: Opened, entry: RoundForm, decide: Callable[[Round], Fact]) -> ResponseReturnValue:
    played = entry.validate()
    chosen = any(question.answers for question in entry.questions)
    if played is None or chosen or (entry.questions and request.form.get("anyway") != entry.doubt):
        problem = (*entry.errors, *entry.questions)[0]
        name = "" if problem.seat is None or not entry.errors else entry.whose(problem)
        return refuse(_form(opened, entry), 422, problem.message, name)
    key, decision = write_key(), decide(played)
    try:
        saved = append(store(), opened.shown, key, decision)
    except Conflict as conflict:
        opened = replace(opened, table=conflict.table)
        about = entry.entering
        if about.step:
            # The rest of the round is what is saved of it by now.
            entry = enter(opened, about.opening.number, request.form, editing=about.editing, step=about.step)
            played = entry.validate() or played
        return answer_conflict(opened, entry, played)
    if _from_paper() and saved.sheet.next:
        return redirect(opened.address("rounds.new", paper="y"), 303)
    at = "" if entry.entering.editing else f"#saved-{len(saved.sitting.rounds)}"
    return redirect(opened.address() + at, 303)


def _form(opened: Opened, entry: RoundForm) -> str:
    number = entry.entering.opening.number
    editing = entry.entering.editing and number <= len(opened.table.sitting.rounds)
    about = {"number": number, "editing": editing, "step": entry.entering.step, "paper": _from_paper()}
    version = request.form.get("version", opened.table.version, type=int)
    missing = () if editing else opened.table.hands_missing
    key = request.form.get("key") or new_write_key()
    page = GAMES[opened.table.game].entry_page
    return render_template(page, opened=opened, entry=entry, write_key=key, version=version, missing=missing, **about)


def _sent(opened: Opened, number: int, *, editing: bool = False) -> RoundForm:
    """Return the form as sent: for the step that it names, for a whole round where a correction names none."""
    step = _asked_step(opened, request.form) if "step" in request.form or not editing else None
    return enter(opened, number, request.form, editing=editing, step=step)


def _from_paper() -> str | None:
    """Whether rounds from paper are entered one after the other."""
    return "y" if request.values.get("paper") else None


def _seen() -> int:
    """Return the version of the table that a form was opened at."""
    return request.form.get("version", 0, type=int)


def _number(opened: Opened) -> int:
    """Return the number of the round that a form is about."""
    return request.form.get("number", type=int) or len(opened.table.sitting.rounds) + 1


def _asked_step(opened: Opened, asked: Mapping[str, str]) -> Step | None:
    """Return the step that is asked for, where the game has it; else the next one."""
    rulebook = opened.table.rulebook
    named = (step for step in rulebook.steps if step.key and step.key == asked.get("step"))
    return next(named, next_step(rulebook, opened.table.sitting.begun))


def _may_follow(opened: Opened, number: int, step: Step | None) -> bool:
    """Return whether a step is there, or is the next one, by what is saved of a round."""
    rulebook, saved = opened.table.rulebook, opened.table.sitting.saved(number)
    entered = 0 if saved is None else steps_entered(rulebook, saved)
    return step is None or rulebook.steps.index(step) <= entered


def _undone_round(opened: Opened, number: int, step: Step | None) -> Round | None:
    """Return the round as it was before it was undone, so that it need not be typed again; None if it was not."""
    entry = opened.table.redoable
    if entry is None or entry.kind not in ("round_entered", "round_begun") or entry.payload["number"] != number:
        return None
    played: Round = entry.payload["round"]
    rulebook = opened.table.rulebook
    return played if step is None or steps_entered(rulebook, played) > rulebook.steps.index(step) else None
