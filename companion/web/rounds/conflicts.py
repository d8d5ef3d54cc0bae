"""The page for two entries of one round, with a way to keep either."""

from flask import redirect, render_template
from flask.typing import ResponseReturnValue

from companion.games.message import say
from companion.games.record import count_steps, has_begun
from companion.games.sitting import Round
from companion.web.app.parts import refuse
from companion.web.forms.entry import EntryForm
from companion.web.table.access import Opened
from companion.web.table.decisions import refuse_stale


def answer_conflict(opened: Opened, form: EntryForm, played: Round, seat: int | None = None) -> ResponseReturnValue:
    """Show both entries, or of a ``seat`` both hands, with a way to keep either; if they say the same, all is done."""
    number, table, rulebook = form.entering.number, opened.table, opened.table.rulebook
    saved = table.sitting.saved(number) if number <= len(table.sitting.rounds) or table.begun else None
    if saved is None and table.is_next(number) and not form.entering.editing:
        return _ask_who_started(opened, form, number)
    if saved is not None:
        played = form.cover_as(saved) or played
        if played == saved:
            return redirect(opened.address(), 303)
    twice = saved is not None and count_steps(rulebook, saved) >= count_steps(rulebook, played)
    if seat is not None:
        title = say("Round %(number)s is saved", number=number)
    elif twice:
        title = say("Round %(number)s was entered twice", number=number)
    elif saved is not None:
        title = say("The table has changed")
    else:
        title = say("Round %(number)s is no longer next", number=number)
    entered = (each for each in reversed(table.in_force) if each.is_round)
    by_seat = next((each.by_seat for each in entered if each.payload["number"] == number), None)
    page = render_template(
        "rounds/conflict.html",
        opened=opened,
        entry=form,
        number=number,
        seat=seat,
        title=title,
        mine=played,
        saved=saved,
        twice=twice,
        different=() if saved is None else _find_different(opened, form, played, saved),
        by=None if by_seat is None else table.sitting.players[by_seat],  # where the phone has said whose it is
    )
    return refuse(page, 409, title)


def _ask_who_started(opened: Opened, form: EntryForm, number: int) -> ResponseReturnValue:
    """Ask (409) who started a round, as its form was told or as it is now; if others play it now, show the table."""
    before, now = opened.seen.sheet.next, opened.table.opening(number)
    same_seats = opened.seen.sitting.seated(number) == opened.table.sitting.seated(number)
    if before is None or before.number != number or before.seats == now.seats or not same_seats:
        return refuse_stale(opened)
    title = say("Who started round %(number)s?", number=number)
    page = render_template(
        "rounds/who_started.html", opened=opened, entry=form, number=number, title=title, before=before, now=now
    )
    return refuse(page, 409, title)


def _find_different(opened: Opened, form: EntryForm, one: Round, other: Round) -> list[int]:
    rulebook, number, both = opened.table.rulebook, form.entering.number, (one, other)
    sitting, opening = opened.table.sitting.with_rules_at(number), opened.table.opening(number)
    if not any(has_begun(rulebook, played) for played in both):
        mine, theirs = (rulebook.score(sitting, opening, played).points for played in both)
        # Cards beside their total say the same: only where all points are equal, those are what differs.
        if by_points := [side for side in form.present if mine[side] != theirs[side]]:
            return by_points
    return [side for side in form.present if len({tuple(opened.table.cells(played, side)) for played in both}) > 1]
