"""The history of a table: every entry of its journal as a sentence, and when it was played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache, reduce

from companion.games.derive import derive
from companion.games.fields import CellValue
from companion.games.message import Message, Signed, Value, say, say_n
from companion.games.reasons import describe_new_seats, describe_rule, list_start_totals, summarize
from companion.games.record import count_steps, list_cells
from companion.games.sitting import Opening, Sheet, Sitting, name_sides
from companion.store.journal.facts import Entry, Table

SENTENCES = {  # of the kinds of which there is no more to say
    "ruling_shown": say("The referee’s ruling was shown."),
    "rematch_begun": say("Rematch started."),
    "deputy_named": say("No host’s phone was here. A deputy stands in."),
    "deputy_dismissed": say("The host is back."),
    "name_forgotten": say("A name was removed from this table and its history."),
    "cards_noted": say("Overview card noted."),
}


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An entry as a sentence. ``in_force`` is False if undone; ``by`` is the name of the phone's player.

    ``left`` is what each side had in a round that was entered: the name of the side, and its cells.
    """

    seq: int
    at: str
    sentence: Message
    in_force: bool
    by: str | None
    left: tuple[tuple[str, tuple[CellValue, ...]], ...] = ()
    number: int | None = None


def list_history(table: Table, first: int, last: int) -> Iterator[HistoryEntry]:
    """Yield the history of a table from entry ``last`` back to entry ``first``."""
    in_force, sheets = {entry.seq for entry in table.in_force}, _remember_sheets(table)
    for entry in reversed(table.entries[first - 1 : last]):
        # Undo passes by what changes nothing on the sheet, and undo itself: that stays in force.
        stays = entry.seq in in_force or not entry.is_scored or entry.kind in ("undone", "redone")
        entered, players, seat = table.find_round(entry.seq), table.sittings[entry.seq - 1].players, entry.by_seat
        yield HistoryEntry(
            entry.seq,
            entry.at,
            _describe(table, entry, sheets),
            stays,
            None if seat is None or seat >= len(players) else players[seat],  # undo can have taken that player away
            _list_left(table, entered) if entered else (),
            entered.payload["number"] if entered else None,
        )


def _list_left(table: Table, entry: Entry) -> tuple[tuple[str, tuple[CellValue, ...]], ...]:
    sitting, rulebook = table.sittings[entry.seq - 1], table.rulebook
    names, played = name_sides(sitting, rulebook.sides(sitting)), entry.payload["round"]
    left = (tuple(value for _, value in list_cells(rulebook, sitting, side, played)) for side in range(len(names)))
    return tuple((name, values) for name, values in zip(names, left, strict=True) if values)


def _remember_sheets(table: Table) -> Callable[[int], Sheet]:
    """Return a function that derives the sheet of a table after an entry, each once."""
    return cache(lambda seq: derive(table.rulebook, table.sittings[seq - 1]))


def describe(table: Table, entry: Entry) -> Message:
    """Return the sentence of an entry. What is undone or redone is told as when it was entered."""
    return _describe(table, entry, _remember_sheets(table))


def describe_news(table: Table) -> Message:
    """Describe the last entry of a table, also where it took something back."""
    return describe(table, table.entries[-1])


def _describe(table: Table, entry: Entry, sheets: Callable[[int], Sheet]) -> Message:
    after = table.sittings[entry.seq - 1]
    before = table.sittings[entry.seq - 2] if entry.seq > 1 else after
    fact, number = entry.payload, entry.payload.get("number", 0)
    match entry.kind:
        case "undone" | "redone" | "returned":
            what = _describe(table, table.entries[fact["seq"] - 1], sheets)
            undone, redone = say("Undone: %(what)s", what=what), say("Redone: %(what)s", what=what)
            return {"undone": undone, "redone": redone}.get(entry.kind, say("Back to: %(what)s", what=what))
        case "created" if fact.get("imported"):
            return say("Table opened from a file: %(names)s.", names=after.players)
        case "created":
            return say("Table opened: %(names)s.", names=after.players)
        case "restored":
            return say_n("Restored: %(n)s round.", "Restored: %(n)s rounds.", len(after.rounds))
        case "round_entered":
            return say("Round %(number)s saved: %(told)s.", number=number, told=_summarize(table, entry))
        case "round_begun":
            step = table.rulebook.steps[count_steps(table.rulebook, fact["round"]) - 1].name
            summary = _summarize(table, entry)
            return say("Round %(number)s, %(step)s: %(told)s.", number=number, step=step, told=summary)
        case "round_corrected":
            return _describe_correction(number, after, sheets(entry.seq - 1), sheets(entry.seq))
        case "hand_laid":
            # What was in it stays covered here; once its round is saved, that says it.
            return say("%(name)s sent a hand for round %(number)s.", name=after.players[fact["seat"]], number=number)
        case "starter_chosen":
            return say("%(name)s chosen to start round %(number)s.", name=after.players[fact["seat"]], number=number)
        case "players_renamed":
            named = fact["names"]
            return _join(say("%(old)s is now called %(new)s.", old=before.players[at], new=new) for at, new in named)
        case "seats_changed":
            seats = describe_new_seats(after, before.seated(number), after.seated(number), number)
            return say("From round %(number)s: %(told)s.", number=number, told=seats)
        case "begun_on_paper":
            first = after.first_starter
            starts = () if first is None else (say("%(name)s starts", name=after.players[first]),)
            return say("Started on paper: %(totals)s.", totals=(*list_start_totals(table.rulebook, after), *starts))
        case "rules_changed":
            options = {option.key: option for option in table.rulebook.options}
            rules = tuple(describe_rule(options[key], value, after.players) for key, value in fact["options"].items())
            if number == 1:
                return say("House rules for the whole game: %(told)s.", told=rules)
            return say("From round %(number)s: %(told)s.", number=number, told=rules)
        case kind if kind in SENTENCES:
            return SENTENCES[kind]
        case "stopped":
            return say("Game stopped after round %(number)s.", number=fact["after"])
        case _:
            return say("Game continued after round %(number)s.", number=fact["after"])


def _summarize(table: Table, entry: Entry) -> Message:
    """Return the summary of a round, as it was opened."""
    after, number = table.sittings[entry.seq - 1], entry.payload["number"]
    recorded = after.opened(number)
    opening = Opening.of_seats(number, recorded) if recorded else table.opening(number)
    names = name_sides(after, table.rulebook.sides(after))
    return summarize(table.rulebook, after, names, opening, entry.payload["round"])


def _describe_correction(number: int, after: Sitting, old: Sheet, new: Sheet) -> Message:
    """Return what a correction changed: points, who started the round, and who starts and deals the next one."""
    changes = tuple(
        say("%(name)s %(old)s → %(new)s", name=name, old=Signed(was), new=Signed(now))
        for name, was, now in zip(new.names, *(at.lines[number - 1].points for at in (old, new)), strict=True)
        if was != now
    )
    sentences = [say("Round %(number)s corrected: %(changes)s.", number=number, changes=changes)] if changes else []
    for place, (was, now) in enumerate(zip(*(_list_openers(sheet, number) for sheet in (old, new)), strict=True)):
        if was is None or now is None or was == now:
            continue
        names = {"new": after.players[now], "old": after.players[was]}
        if place == 0:
            sentences.append(say("%(new)s started round %(number)s, not %(old)s.", number=number, **names))
        elif place == 1:
            about: dict[str, Value] = {**names, "number": len(after.rounds) + 1}
            sentences.append(say("Now %(new)s starts round %(number)s, not %(old)s.", **about))
        else:
            about = {**names, "number": len(after.rounds) + 1}
            sentences.append(say("Now %(new)s deals round %(number)s, not %(old)s.", **about))
    return _join(sentences or [say("Round %(number)s corrected: same points.", number=number)])


def _list_openers(sheet: Sheet, number: int) -> tuple[int | None, ...]:
    """Return who started a round, and who starts and deals the next one; nobody once a game is over."""
    return sheet.lines[number - 1].opening.starting, *(sheet.next.seats if sheet.next else (None, None))


def _join(sentences: Iterable[Message]) -> Message:
    return reduce(lambda one, other: say("%(what)s %(why)s", what=one, why=other), sentences)


def list_times(table: Table) -> dict[int, datetime]:
    """Return when each round was entered, in UTC, by its number; a round that came out of a file is left out."""
    opened_at = table.created.at if table.created.payload.get("imported") else None
    entered = (each for each in table.in_force if each.kind == "round_entered" and each.at != opened_at)
    return {entry.payload["number"]: datetime.fromisoformat(entry.at) for entry in entered}


def measure_playtime(table: Table) -> tuple[datetime | None, datetime | None]:
    """Return when a table began, and when the round that ended it was entered, in UTC; None if open or not known."""
    first, last = map(datetime.fromisoformat, table.played or (table.created.at,) * 2)
    began, ending = None if table.created.payload.get("imported") and not table.played else first, table.sheet.ending
    ended = list_times(table).get(ending.after) or (last if table.played else None) if ending else None
    return began, ended
