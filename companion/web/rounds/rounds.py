"""The pages to enter and correct a round."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, redirect, render_template
from flask.typing import ResponseReturnValue
from htmx_flask import request

from companion.games.contract import Step
from companion.games.derive import derive
from companion.games.message import Message
from companion.games.record import count_steps, find_next_step, has_begun
from companion.games.sitting import Opening, Round
from companion.store.journal.changes import Change
from companion.store.journal.facts import Conflict
from companion.store.tables.writing import append
from companion.web.app.parts import for_offline, part, refuse, refuse_in_place
from companion.web.forms.entry import Entering, EntryForm
from companion.web.rounds.conflicts import answer_conflict
from companion.web.table.access import Opened, make_opener, open_to_write, seen_version, store, write_key
from companion.web.table.decisions import refuse_stale
from companion.web.table.pages import go_on

blueprint = Blueprint("rounds", __name__, url_prefix="/t/<key>/rounds")
blueprint.before_request(make_opener(open_to_write))


@blueprint.after_request
def keep_no_copy(response: Response) -> Response:
    """Forbid copies, so that going back never shows a form whose round is saved."""
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/new")
@for_offline
def new(opened: Opened) -> ResponseReturnValue:
    """Return the form for the next round, or its next step; once the game is over, go to the table.

    It comes filled with what was entered by the entry ``from`` of the history, or was just undone. ``ahead`` is the
    form for the round after, for a phone on which the next one waits: blank, and nobody knows who will start it.
    """
    if opened.table.sheet.next is None:
        return redirect(opened.address(), 303)
    if (ahead := request.args.get("ahead", 0, int)) > 0 and len(opened.table.rulebook.steps) == 1:
        return _form(opened, opened.game_pages.form(Entering(opened.table, opened.table.sheet.next.number + ahead)))
    number, step = opened.table.sheet.next.number, _find_step(opened, request.args)
    if not _may_follow(opened, number, step):
        step = find_next_step(opened.table.rulebook, opened.table.sitting.begun)
    played = _find_entered(opened, number) or _find_undone(opened, number, step) or opened.table.sitting.begun
    return _form(opened, opened.game_pages.form(Entering(opened.table, number, played=played, step=step)))


@blueprint.post("")
def create(opened: Opened) -> ResponseReturnValue:
    """Save a new round, or a step of it."""
    number = _read_number(opened)
    if not _may_follow(opened, number, _find_step(opened, request.form)):
        return refuse_stale(opened)
    return _save(opened, _read(opened, number))


@blueprint.get("/<int:number>")
def edit(opened: Opened, number: int) -> ResponseReturnValue:
    """Return the form to correct a round, filled with what it is, or was by the entry ``from`` of the history."""
    rounds = opened.table.sitting.rounds
    if not 1 <= number <= len(rounds):
        abort(404)
    played = _find_entered(opened, number) or rounds[number - 1]
    about = Entering(opened.table, number, played=played, editing=True)
    return _form(opened, opened.game_pages.form(about))


@blueprint.post("/<int:number>")
def update(opened: Opened, number: int) -> ResponseReturnValue:
    """Save a corrected round."""
    if not any(sitting.saved(number) for sitting in opened.table.sittings):
        abort(404)
    return _save(opened, _read(opened, number, editing=True))


@blueprint.post("/check")
def check(opened: Opened) -> ResponseReturnValue:
    """Return a fragment: what saving would do, or what is missing."""
    form = _read(opened, _read_number(opened), editing="editing" in request.form)
    form.validate()
    return part(_judge(opened, form), form.readings)


def _judge(opened: Opened, form: EntryForm) -> str:
    """Return what saving a validated form would do, or what is wrong with it."""
    played = None if form.problems else form.read()
    ends = _why_over(opened, form, played) if played else ()
    return render_template("rounds/_verdict.html", entry=form, played=played, ends=ends)


def _read(opened: Opened, number: int, *, editing: bool = False) -> EntryForm:
    """Return the form as sent: for the step that it names, or a whole round if a correction names none."""
    step = _find_step(opened, request.form) if "step" in request.form or not editing else None
    return opened.game_pages.form(Entering(opened.table, number, request.form, editing=editing, step=step))


def _save(opened: Opened, form: EntryForm) -> ResponseReturnValue:
    if not form.validate():
        if request.htmx:
            return refuse_in_place(_judge(opened, form))
        return refuse(_form(opened, form), 422, (*form.problems, *form.anyway.errors)[0])
    about, played = form.entering, form.read()
    if (seen_version() or 0) < 0:
        return refuse_stale(opened)
    number, is_begun = about.number, has_begun(about.table.rulebook, played)
    kind = "round_corrected" if about.editing else "round_begun" if is_begun else "round_entered"
    try:
        opening = form.opening if about.editing else _find_opening(opened, number)
        change = Change(kind, {"number": number, "round": played, "opening": opening.seats})
        seen = seen_version() or (0 if about.editing else None)
        saved = append(store(), opened.credential, write_key(), change, seen)
    except Conflict as conflict:
        opened = replace(opened, table=conflict.table)
        if about.step:  # the rest of the round is what is saved of it by now
            form = opened.game_pages.form(replace(about, table=conflict.table))
            form.validate()
            played = played if form.problems else form.read()
        return answer_conflict(opened, form, played)
    if request.values.get("paper") and saved.sheet.next:
        return redirect(opened.address("rounds.new", paper="y"), 303)
    anchor = "" if about.editing else f"#saved-{len(saved.sitting.rounds)}"
    return go_on(opened, saved, anchor)


def _form(opened: Opened, form: EntryForm) -> str:
    number = form.entering.number
    editing = form.entering.editing and number <= len(opened.table.sitting.rounds)
    return render_template(
        opened.game_pages.entry_page,
        opened=opened,
        entry=form,
        number=number,
        editing=editing,
        step=form.entering.step,
        paper="y" if request.values.get("paper") else None,
        missing=() if editing else opened.table.hands_missing,
    )


def _find_opening(opened: Opened, number: int) -> Opening:
    """Return who starts and deals a round by the version that its form is made from, or by the one it says to count."""
    version = request.form.get("opening_of", type=int)
    return (opened.table.at(version) if version else opened.seen).opening(number)


def _find_entered(opened: Opened, number: int) -> Round | None:
    """Return a round as the entry that the address names has it; None if others play it now."""
    seq = request.args.get("from", 0, type=int)
    entered, sitting = opened.table.find_round(seq), opened.table.sitting
    if entered is None or entered.payload["number"] != number:
        return None
    seated = opened.table.sittings[seq - 1].seated(number)
    return entered.payload["round"] if seated == sitting.seated(number) else None


def _read_number(opened: Opened) -> int:
    return request.form.get("number", type=int) or len(opened.table.sitting.rounds) + 1


def _find_step(opened: Opened, sent: Mapping[str, str]) -> Step | None:
    """Return the step that was asked for if the game has it, else the next one."""
    rulebook = opened.table.rulebook
    named = (step for step in rulebook.steps if step.key and step.key == sent.get("step"))
    return next(named, find_next_step(rulebook, opened.table.sitting.begun))


def _may_follow(opened: Opened, number: int, step: Step | None) -> bool:
    """Return whether a step of a round is saved or is the next one."""
    rulebook, saved = opened.table.rulebook, opened.table.sitting.saved(number)
    return step is None or rulebook.steps.index(step) <= (0 if saved is None else count_steps(rulebook, saved))


def _find_undone(opened: Opened, number: int, step: Step | None) -> Round | None:
    """Return the round that was just undone, to fill the form; None if it wasn't."""
    entry, rulebook = opened.table.redoable, opened.table.rulebook
    entered = opened.table.find_round(entry.seq) if entry else None
    if entered is None or entered.payload["number"] != number:
        return None
    played: Round = entered.payload["round"]
    return played if step is None or count_steps(rulebook, played) > rulebook.steps.index(step) else None


def _why_over(opened: Opened, form: EntryForm, played: Round) -> tuple[Message, ...]:
    """Return why saving a round would end the game; empty if it wouldn't, or covered hands would show."""
    rulebook, sitting, number = opened.table.rulebook, opened.table.sitting, form.opening.number
    if form.covered or has_begun(rulebook, played) or number < 1:
        return ()
    rounds = (*sitting.rounds[: number - 1], played, *sitting.rounds[number:])
    after = replace(sitting, rounds=rounds).with_opening(number, form.opening.seats)
    was, now = opened.table.sheet.ending, derive(rulebook, after).ending
    return now.reasons if now and (was is None or was.after != now.after) else ()
