"""The history of a table: every entry of its journal as a sentence, and when it was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import reduce

from companion.games.derive import derive
from companion.games.message import Message, Signed, say
from companion.games.reasons import describe_new_seats, describe_rule, list_start_totals, summarize
from companion.games.record import count_steps
from companion.games.sitting import Round, Sitting, name_sides
from companion.store.journal.facts import UNSCORED, Entry, Table


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """An entry as a sentence. ``in_force`` is False if undone; ``phone`` is the name of the phone's player."""

    seq: int
    at: str
    sentence: Message
    in_force: bool
    phone: str | None


def list_history(table: Table, first: int, last: int) -> Iterator[HistoryEntry]:
    """Yield the history of a table from entry ``last`` back to entry ``first``."""
    in_force = {entry.seq for entry in table.in_force}
    for entry in reversed(table.entries[first - 1 : last]):
        # Undo passes by what changes nothing on the sheet, and undo itself: that stays in force.
        stays = entry.seq in in_force or entry.kind in ("undone", "redone", *UNSCORED)
        # Undo can take away the player whose phone it came from.
        players = next(
            (at.players for at in table.sittings[entry.seq - 1 :: -1] if len(at.players) > (entry.phone or 0)), ()
        )
        phone = players[entry.phone] if players and entry.phone is not None else None
        yield HistoryEntry(entry.seq, entry.at, describe(table, entry), stays, phone)


def describe_news(table: Table) -> Message:
    """Describe the last entry of a table, also where it took something back."""
    return describe(table, table.entries[-1])


def describe(table: Table, entry: Entry) -> Message:
    """Return the sentence of an entry. What is undone or redone is told as when it was entered."""
    fact, after = entry.payload, table.sittings[entry.seq - 1]
    name = after.players[fact.get("seat", 0)]  # whom the fact is about, if it is about one
    match entry.kind:
        case "undone":
            return say("Undone: %(what)s", what=describe(table, table.entries[fact["seq"] - 1]))
        case "redone":
            return say("Redone: %(what)s", what=describe(table, table.entries[fact["seq"] - 1]))
        case "created" if fact.get("imported"):
            return say("Table opened from a file: %(names)s.", names=after.players)
        case "created":
            return say("Table opened: %(names)s.", names=after.players)
        case "round_entered":
            summary = _summarize(table, after, fact["number"], fact["round"])
            return say("Round %(number)s saved: %(told)s.", number=fact["number"], told=summary)
        case "round_begun":
            step = table.rulebook.steps[count_steps(table.rulebook, fact["round"]) - 1].name
            summary = _summarize(table, after, fact["number"], fact["round"])
            return say("Round %(number)s, %(step)s: %(told)s.", number=fact["number"], step=step, told=summary)
        case "round_corrected":
            return _describe_correction(table, fact["number"], table.sittings[entry.seq - 2], after)
        case "hand_laid":
            # What was in it stays covered here; once its round is saved, that says it.
            return say("%(name)s sent a hand for round %(number)s.", name=name, number=fact["number"])
        case "ruling_shown":
            return say("The referee’s ruling was shown.")
        case "rematch_begun":
            return say("Rematch started.")
        case "name_forgotten":
            return say("A name was removed from this table and its history.")
        case "starter_chosen":
            return say("%(name)s chosen to start round %(number)s.", name=name, number=fact["number"])
        case "players_renamed":
            before = table.sittings[entry.seq - 2].players
            changes = (say("%(old)s is now called %(new)s.", old=before[seat], new=new) for seat, new in fact["names"])
            return reduce(lambda one, other: say("%(name)s %(points)s", name=one, points=other), changes)
        case "seats_changed":
            number = fact["number"]
            was, now = (at.seated(number) for at in (table.sittings[entry.seq - 2], after))
            seats = describe_new_seats(after, was, now, number)
            return say("From round %(number)s: %(told)s.", number=number, told=seats)
        case "begun_on_paper":
            first = after.first_starter
            starts = () if first is None else (say("%(name)s starts", name=after.players[first]),)
            return say("Started on paper: %(totals)s.", totals=(*list_start_totals(table.rulebook, after), *starts))
        case "rules_changed":
            options = {option.key: option for option in table.rulebook.options}
            rules = tuple(describe_rule(options[key], value, after.players) for key, value in fact["options"].items())
            if fact["number"] == 1:
                return say("House rules for the whole game: %(told)s.", told=rules)
            return say("From round %(number)s: %(told)s.", number=fact["number"], told=rules)
        case "cards_noted":
            return say("Overview card noted.")
        case "stopped":
            return say("Game stopped after round %(number)s.", number=fact["after"])
        case _:
            return say("Game continued after round %(number)s.", number=fact["after"])


def _summarize(table: Table, after: Sitting, number: int, played: Round) -> Message:
    """Return the summary of a round, opened as on today's sheet if it is still there."""
    opening = table.sheet.opening(number) or derive(table.rulebook, after).opening(number)
    names = name_sides(after, table.rulebook.sides(after))  # who joined later had no part in it
    return summarize(table.rulebook, after, names, opening, played) if opening else say("–")


def _describe_correction(table: Table, number: int, before: Sitting, after: Sitting) -> Message:
    old, new = (derive(table.rulebook, sitting) for sitting in (before, after))
    changes = tuple(
        say("%(name)s %(old)s → %(new)s", name=name, old=Signed(was), new=Signed(now))
        for name, was, now in zip(new.names, *(at.lines[number - 1].points for at in (old, new)), strict=True)
        if was != now
    )
    corrected = say("Round %(number)s corrected: %(changes)s.", number=number, changes=changes)
    if not changes:
        corrected = say("Round %(number)s corrected: same points.", number=number)
    was, now = (at.next.starting if at.next else None for at in (old, new))
    if was is None or now is None or was == now:
        return corrected
    return say(
        "%(corrected)s Now %(new)s starts round %(number)s, not %(old)s.",
        corrected=corrected,
        new=after.players[now],
        old=after.players[was],
        number=len(after.rounds) + 1,
    )


def list_times(table: Table) -> dict[int, datetime]:
    """Return when each round was entered, in UTC, by its number; a round that came out of a file is left out."""
    entered = (entry for entry in table.in_force if entry.kind == "round_entered")
    return {entry.payload["number"]: at for entry in entered if (at := _find_moment(table, entry))}


def measure_playtime(table: Table) -> tuple[datetime | None, datetime | None]:
    """Return when a table began and ended, in UTC; None if open, or if its file doesn't say.

    Corrections after the end don't move it.
    """
    first, last = map(datetime.fromisoformat, table.created.payload.get("played", (table.created.at,) * 2))
    from_file, has_times = table.created.payload.get("imported"), "played" in table.created.payload
    began, ending = None if from_file and not has_times else first, table.sheet.ending
    if ending is None:
        return began, None
    end = next(
        entry
        for entry in reversed(table.in_force)
        if entry.kind == "stopped" or (entry.kind == "round_entered" and entry.payload["number"] <= ending.after)
    )
    return began, _find_moment(table, end) or (last if has_times else None)


def _find_moment(table: Table, entry: Entry) -> datetime | None:
    from_file = table.created.payload.get("imported") and entry.at == table.created.at
    return None if from_file else datetime.fromisoformat(entry.at)
