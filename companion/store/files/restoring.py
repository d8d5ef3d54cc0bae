"""Lost rounds, restored from a phone that still has the sheet."""

import secrets
from collections.abc import Iterator
from dataclasses import replace

from sqlite_utils import Database

from companion.games.derive import find_impossible_round
from companion.games.sheetfile import SheetFile
from companion.games.sitting import Sitting
from companion.store.database import Store
from companion.store.groups.results import update_results
from companion.store.journal.facts import Conflict, Fact, Table
from companion.store.journal.tables import add_entry, load_table
from companion.store.links.links import SCORER, require_role


def restore_rounds(store: Store, credential: str, sheet: SheetFile, phone: int | None = None) -> Table:
    """Append what the table of a scorer's key lacks of a phone's sheet, and return the table after it.

    Sent twice, or by two phones, it is saved once. Raises LinkEnded, MayNot, and Conflict if rounds differ or the rules
    refuse them.
    """
    with store.writing() as db:
        return append_missing(db, load_table(store, require_role(store, credential, SCORER).table_id), sheet, phone)


def append_missing(db: Database, before: Table, sheet: SheetFile, phone: int | None = None) -> Table:
    """Append what a table lacks of a sheet, inside a transaction, and return the table after it. Raises Conflict."""
    _check(before, sheet)
    table = before
    while fact := next(_missing(table, sheet.sitting), None):
        table = add_entry(db, table, secrets.token_urlsafe(16), fact, phone)
    update_results(db, before, table)
    return table


def _check(table: Table, sheet: SheetFile) -> None:
    ours, theirs = table.sitting, sheet.sitting
    same_game = table.game == sheet.game and len(ours.players) <= len(theirs.players)
    if not same_game or any(one != other for one, other in zip(ours.rounds, theirs.rounds, strict=False)):
        raise Conflict(table)
    if len(theirs.rounds) > len(ours.rounds):
        after = replace(theirs, options=ours.options, played_on=ours.played_on, begun=None)
        if find_impossible_round(table.rulebook, after):
            raise Conflict(table)


def _missing(table: Table, theirs: Sitting) -> Iterator[Fact]:
    """Yield the facts that lead to the sheet's next round; none once the table has all of them."""
    ours, ending = table.sitting, table.sheet.ending
    number = len(ours.rounds) + 1
    more = number <= len(theirs.rounds)
    passed = {*theirs.played_on, *(["agreed"] if more or not theirs.stopped else [])}
    same_end = ours.stopped and theirs.stopped and len(ours.rounds) == len(theirs.rounds)
    if ending and len(theirs.rounds) >= len(ours.rounds) and set(ending.keys) <= passed and not same_end:
        yield Fact("played_on", {"after": len(ours.rounds), "ends": list(ending.keys)})
    if not more:
        if theirs.stopped and not ending and len(theirs.rounds) == len(ours.rounds):
            yield Fact("stopped", {"after": len(ours.rounds)})
        return
    if number == 1 and _on_paper(theirs, ours) != _on_paper(ours, ours):
        totals, tallies = _on_paper(theirs, ours)
        written = {key: [*tally.items()] for key, tally in tallies.items()}
        starter = theirs.first_starter
        yield Fact("begun_on_paper", {"totals": [*totals.items()], "tallies": written, "starter": starter})
    if theirs.seated(number) != ours.seated(number):
        new = range(len(ours.players), max(theirs.seated(number)) + 1)
        joined = [[theirs.players[seat], theirs.start_totals.get(seat, 0)] for seat in new]
        yield Fact("seats_changed", {"number": number, "seats": list(theirs.seated(number)), "joined": joined})
    if theirs.rules.get(number) != ours.rules.get(number):
        yield Fact("rules_changed", {"number": number, "options": dict(theirs.rules.get(number, {}))})
    if number in theirs.starters and ours.starters.get(number) != theirs.starters[number]:
        yield Fact("starter_chosen", {"number": number, "seat": theirs.starters[number]})
    yield Fact("round_entered", {"number": number, "round": theirs.rounds[number - 1]})


def _on_paper(sitting: Sitting, ours: Sitting) -> tuple[dict[int, float], dict[str, dict[int, int]]]:
    """Return the start totals and tallies of the seats that we have; whoever joins later brings their own."""
    start = {seat: total for seat, total in sitting.start_totals.items() if seat in ours.seats}
    each = sitting.start_tallies.items()
    return start, {key: {seat: n for seat, n in tally.items() if seat in ours.seats} for key, tally in each}
