"""Entering a round, and correcting one."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from companion.games.contract import Entering, EntryForm, Problem, Step, Typed
from companion.games.message import say
from companion.games.sitting import Round
from companion.store.journal import facts
from companion.store.journal.facts import Conflict, Decision
from companion.store.journal.tables import append
from companion.web.app.answers import answer_briefly, refuse
from companion.web.app.parts import part
from companion.web.games import GAMES
from companion.web.table.access import Opened, new_write_key, open_to_write, store, write_key

BOTH = say("A hand was sent from a player’s phone, and another one typed here. Which counts?")
blueprint = Blueprint("rounds", __name__, url_prefix="/t/<key>/rounds")
blueprint.after_request(answer_briefly)


@blueprint.after_request
def keep_no_copy(response: Response) -> Response:
    """Going back to an entry page asks the server again, so it never offers a round that is saved by now."""
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/new")
def new(key: str) -> ResponseReturnValue:
    """The form for the next round, or its next step; once the game is over, back to the table that says so."""
    opened = open_to_write(key)
    if opened.table.sheet.next is None:
        return redirect(opened.address(), 303)
    number, step = opened.table.sheet.next.number, _asked_step(opened, request.args)
    if not _may_follow(opened, number, step):
        step = opened.table.rulebook.next_step(opened.table.sitting.begun)
    entry = enter(opened, number, played=_undone_round(opened, number, step) or opened.table.sitting.begun, step=step)
    return _form(opened, entry)


@blueprint.get("")
def again(key: str) -> ResponseReturnValue:
    """A phone that brings back a page answered to a form asks for it here: back to the form, with its draft."""
    return redirect(open_to_write(key).address("rounds.new"), 303)


@blueprint.post("")
def create(key: str) -> ResponseReturnValue:
    """Save a new round, or a step of it."""
    opened = open_to_write(key)
    number, step = _number(opened), _asked_step(opened, request.form)
    if not _may_follow(opened, number, step):
        page = render_template("table/stale.html", opened=opened)
        return refuse(page, 409, say("The table has changed meanwhile."))
    entry = enter(opened, number, request.form, step=step)
    seen = request.form.get("version", 0, type=int)

    def decide(played: Round) -> Decision:
        begun = opened.table.rulebook.has_steps_left(played)
        return (facts.round_begun if begun else facts.round_entered)(number, played, seen)

    return _save(opened, entry, decide)


@blueprint.get("/<int:number>")
def edit(key: str, number: int) -> ResponseReturnValue:
    """The form to correct a round."""
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
    seen = request.form.get("version", 0, type=int)
    step = _asked_step(opened, request.form) if "step" in request.form else None
    entry = enter(opened, number, request.form, editing=True, step=step)
    return _save(opened, entry, lambda played: facts.round_corrected(number, played, seen))


@blueprint.post("/check")
def check(key: str) -> ResponseReturnValue:
    """What saving would do as things are typed now, or what is missing for it: a fragment."""
    opened = open_to_write(key)
    editing = "editing" in request.form
    step = _asked_step(opened, request.form) if "step" in request.form or not editing else None
    entry = enter(opened, _number(opened), request.form, editing=editing, step=step)
    played = entry.validate(trying=True)
    return part(render_template("rounds/_verdict.html", entry=entry, played=played, opened=opened), entry.readings)


def enter(
    opened: Opened,
    number: int,
    typed: Typed | None = None,
    played: Round | None = None,
    *,
    editing: bool = False,
    step: Step | None = None,
) -> EntryForm[Round]:
    """The entry form of a table's game for a round."""
    table = opened.table
    opening, laid = table.opening(number), table.laid.get(number, {})
    undone = table.redoable.seq if table.redoable else 0
    return GAMES[table.game].entry(
        Entering(table.rulebook, table.sitting, opening, typed, played, editing, step, laid, undone, table.version)
    )


def answer_conflict(
    opened: Opened, entry: EntryForm[Round], played: Round, seat: int | None = None
) -> ResponseReturnValue:
    """Somebody was quicker: both entries side by side, and a way to keep either. If they say the same, all is done.

    With a ``seat`` it is only about the hand of that player.
    """
    number, sitting = entry.entering.opening.number, opened.table.sitting
    saved = sitting.saved(number) if number <= len(sitting.rounds) or opened.table.begun else None
    if saved is not None:
        played = entry.beside(saved) or played
    if saved is not None and entry.says(saved):
        return redirect(opened.address(), 303)
    steps = opened.table.rulebook.steps_entered
    twice = saved is not None and steps(saved) >= steps(played)
    titles = (
        (seat is not None, say("Round %(number)s is saved by now", number=number)),
        (twice, say("Round %(number)s was entered twice", number=number)),
        (saved is not None, say("Round %(number)s has changed", number=number)),
        (True, say("Round %(number)s is not the next one any more", number=number)),
    )
    title = next(title for true, title in titles if true)
    different = () if saved is None else _different(opened, number, played, saved)
    both = {"mine": played, "saved": saved, "twice": twice, "different": different}
    about = {"number": number, "seat": seat, "title": title, "write_key": new_write_key()}
    page = render_template("rounds/conflict.html", opened=opened, entry=entry, **both, **about)
    return refuse(page, 409, title)


def _different(opened: Opened, number: int, one: Round, other: Round) -> tuple[int, ...]:
    """The seats of which two entries of a round say something else."""
    rulebook, sitting, opening = opened.table.rulebook, opened.table.sitting, opened.table.opening(number)

    def told(played: Round, seat: int) -> object:
        points = () if rulebook.has_steps_left(played) else rulebook.score(sitting, opening, played).points
        return points[seat:][:1], rulebook.show(played, seat)

    return tuple(seat for seat in sitting.seats if told(one, seat) != told(other, seat))


def _save(opened: Opened, entry: EntryForm[Round], decide: Callable[[Round], Decision]) -> ResponseReturnValue:
    played = entry.validate()
    asked = (*entry.questions, *(Problem(BOTH) for _ in entry.clashes))
    if played is None or entry.clashes or (asked and request.form.get("anyway") != entry.doubt):
        problem = (*entry.errors, *asked)[0]
        players = opened.table.sitting.players
        name = "" if problem.seat is None or not entry.errors else players[problem.seat]
        return refuse(_form(opened, entry), 422, problem.message, name)
    key, decision = write_key(), decide(played)
    try:
        saved = append(store(), opened.table, key, decision, opened.seat)
    except Conflict as conflict:
        opened = replace(opened, table=conflict.table)
        about = entry.entering
        if about.step:
            # The rest of the round is what is saved of it by now.
            entry = enter(opened, about.opening.number, request.form, editing=about.editing, step=about.step)
            played = entry.validate() or played
        return answer_conflict(opened, entry, played)
    return redirect(opened.address() + f"#saved-{len(saved.sitting.rounds)}", 303)


def _form(opened: Opened, entry: EntryForm[Round]) -> str:
    number = entry.entering.opening.number
    editing = entry.entering.editing and number <= len(opened.table.sitting.rounds)
    about = {"number": number, "editing": editing, "step": entry.entering.step}
    version = request.form.get("version", opened.table.version, type=int)
    missing = () if editing else opened.table.hands_missing
    key = request.form.get("key") or new_write_key()
    page = f"games/{GAMES[opened.table.game].folder}/entry.html"
    return render_template(page, opened=opened, entry=entry, write_key=key, version=version, missing=missing, **about)


def _number(opened: Opened) -> int:
    """The number of the round that a form is about."""
    return request.form.get("number", type=int) or len(opened.table.sitting.rounds) + 1


def _asked_step(opened: Opened, asked: Mapping[str, str]) -> Step | None:
    """The step that is asked for, where the game has it; else the next one."""
    rulebook = opened.table.rulebook
    named = (step for step in rulebook.steps if step.key == asked.get("step"))
    return next(named, rulebook.next_step(opened.table.sitting.begun))


def _may_follow(opened: Opened, number: int, step: Step | None) -> bool:
    """Whether a step is there already, or is the next one, by what is saved of a round."""
    rulebook, saved = opened.table.rulebook, opened.table.sitting.saved(number)
    entered = 0 if saved is None else rulebook.steps_entered(saved)
    return step is None or rulebook.steps.index(step) <= entered


def _undone_round(opened: Opened, number: int, step: Step | None) -> Round | None:
    """The round as it was before it was undone, so that it need not be typed again; None if it was not."""
    entry = opened.table.redoable
    if entry is None or entry.kind not in ("round_entered", "round_begun") or entry.payload["number"] != number:
        return None
    played: Round = entry.payload["round"]
    rulebook = opened.table.rulebook
    return played if step is None or rulebook.steps_entered(played) > rulebook.steps.index(step) else None
