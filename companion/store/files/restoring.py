"""Rounds that the file lacks, brought back by a phone that kept the sheet: after a lost disk, from an older copy."""

import hashlib
import json

from companion.games.sheetfile import SheetFile
from companion.games.sitting import Round, Sitting
from companion.store.database import Store
from companion.store.journal import facts
from companion.store.journal.facts import Conflict, Decision, write_payload
from companion.store.journal.replay import Table
from companion.store.journal.tables import append


def restore_rounds(store: Store, table: Table, kept: SheetFile) -> Table:
    """Append what a table lacks of a sheet that a phone kept, and return the table after it.

    Sent twice, or by two phones, it is saved once: the write keys follow from the rounds. Raises Conflict, and changes
    nothing, where the rounds that both have differ.
    """
    ours, theirs = table.sitting, kept.sitting
    same_game = (table.game, len(ours.players)) == (kept.game, len(theirs.players))
    if not same_game or any(one != other for one, other in zip(ours.rounds, theirs.rounds, strict=False)):
        raise Conflict(table)
    for number in range(len(ours.rounds) + 1, len(theirs.rounds) + 1):
        table = _append(store, _played_on(store, table, theirs), _starter(theirs, number))
        table = _append(store, table, facts.round_entered(number, theirs.rounds[number - 1], table.version))
    if theirs.stopped and not table.sitting.stopped and len(theirs.rounds) == len(table.sitting.rounds):
        table = _append(store, table, facts.stopped(len(theirs.rounds)))
    return _played_on(store, table, theirs)


def _starter(sitting: Sitting[Round], number: int) -> Decision | None:
    return facts.starter_chosen(number, sitting.starters[number]) if number in sitting.starters else None


def _played_on(store: Store, table: Table, kept: Sitting[Round]) -> Table:
    """Play on past an end that the phone's table had played past."""
    ending = table.sheet.ending
    if ending is None or not set(ending.keys) <= set(kept.played_on):
        return table
    return _append(store, table, facts.played_on(len(table.sitting.rounds), ending.keys))


def _append(store: Store, table: Table, decision: Decision | None) -> Table:
    if decision is None:
        return table
    written = [decision.fact.kind, write_payload(table.game, len(table.sitting.players), decision.fact)]
    return append(store, table, hashlib.sha256(json.dumps(written).encode()).hexdigest(), decision)
