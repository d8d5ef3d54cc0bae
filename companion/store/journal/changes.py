"""What can be written into a table's journal: each kind of change with its sitting after it, and its stored form.

A change replaces a *part* of the table: a round, the seats, some house rules, a hand. Where that part isn't, now, what
the phone saw, somebody else was quicker. Its sentence is in ``history``. Seats count from 0, rounds from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

from companion.games import RULEBOOKS
from companion.games.option import OptionValue
from companion.games.record import read_round, write_round
from companion.games.sheetfile import read_sitting, write_sitting
from companion.games.sitting import HandFields, Opening, Round, Seats, Sitting

if TYPE_CHECKING:
    from companion.store.journal.facts import Table

Payload = Mapping[str, Any]


class Misfit(Exception):
    """A change that can't be made to a table as it is."""


@dataclass(frozen=True)
class Change:
    """Something to write into a journal. One that isn't ``scored`` changes nothing on the sheet: undo passes it by."""

    kind: ClassVar[str]
    scored: ClassVar[bool] = True

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        """Return the sitting after it, by the sittings after each entry so far."""
        return sittings[-1]

    def part(self, table: Table) -> object:
        """Return what it replaces in a table, to compare. Raises Misfit if it can't be made there."""
        return None

    def write(self, game: str, sitting: Sitting) -> dict[str, Any]:
        """Return its payload in the journal of a table that was at this sitting before."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def read(cls, payload: Payload, game: str, sitting: Sitting) -> Change:
        """Return the change of a payload."""
        return cls(**{field.name: _freeze(payload[field.name]) for field in fields(cls) if field.name in payload})


@dataclass(frozen=True)
class _WholeSheet(Change):
    """A change that carries all that happened, in the form of a sheet file, whose players are seat numbers.

    Their names stand in ``players`` alone, where one that is to be forgotten is found.
    """

    game: str
    sitting: Sitting

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        return self.sitting

    def write(self, game: str, sitting: Sitting) -> dict[str, Any]:
        players = self.sitting.players
        sheet = write_sitting(self.game, replace(self.sitting, players=_labels(players)))
        return {"game": self.game, "players": players, "sheet": sheet}

    @staticmethod
    def _read_sheet(payload: Payload) -> Sitting:
        return replace(read_sitting(payload["game"], payload["sheet"]), players=tuple(payload["players"]))


@dataclass(frozen=True)
class Created(_WholeSheet):
    """The table was opened; ``played`` are the first and last moment of a game that a file brought."""

    kind = "created"
    imported: bool = False
    played: tuple[str, str] | None = None

    def write(self, game: str, sitting: Sitting) -> dict[str, Any]:
        about = {"imported": True} if self.imported else {}
        return super().write(game, sitting) | about | ({"played": self.played} if self.played else {})

    @classmethod
    def read(cls, payload: Payload, game: str, sitting: Sitting) -> Created:
        played = payload.get("played")
        opened = cls._read_sheet(payload) if "sheet" in payload else _read_opened(payload)
        return cls(payload["game"], opened, payload.get("imported", False), played and tuple(played))


def _read_opened(payload: Payload) -> Sitting:
    """Return the sitting of an opening as it was written until version 1.0, where rounds were entries of their own."""
    rulebook = RULEBOOKS[payload["game"]]
    return Sitting(
        tuple(payload["players"]),
        payload["first_starter"],
        rulebook.without_former(_freeze(payload["options"])),
        drawn=payload.get("drawn", False),
        seatings={number: tuple(seats) for number, seats in payload.get("seatings", ())},
        start_totals=dict(payload.get("start_totals", ())),
        start_tallies={key: dict(start) for key, start in payload.get("start_tallies", {}).items()},
        rules={number: rulebook.without_former(options) for number, options in payload.get("rules", ())},
    )


@dataclass(frozen=True)
class Restored(_WholeSheet):
    """A phone or a file brought back what the table had lost."""

    kind = "restored"

    def part(self, table: Table) -> object:
        return table.version

    @classmethod
    def read(cls, payload: Payload, game: str, sitting: Sitting) -> Restored:
        return cls(payload["game"], cls._read_sheet(payload))


@dataclass(frozen=True)
class RoundChange(Change):
    """A change of one round; ``opening`` is who started and dealt it, None in journals that did not record that."""

    number: int
    played: Round
    opening: Seats | None = None

    def write(self, game: str, sitting: Sitting) -> dict[str, Any]:
        written = write_round(RULEBOOKS[game], self.played, _labels(sitting.players))
        return {"number": self.number, "round": written, "opening": self.opening}

    @classmethod
    def read(cls, payload: Payload, game: str, sitting: Sitting) -> RoundChange:
        number, opening = payload["number"], payload.get("opening")
        labelled = replace(sitting, players=_labels(sitting.players))
        played = read_round(RULEBOOKS[game], labelled, number, payload["round"], "journal")
        return cls(number, played, opening and tuple(opening))

    def _open(self, sitting: Sitting) -> Sitting:
        return sitting.with_opening(self.number, self.opening) if self.opening else sitting

    def _require_seated(self, sitting: Sitting) -> None:
        _require({*(self.opening or ())} <= {None, *sitting.seated(self.number)})


@dataclass(frozen=True)
class _NextRound(RoundChange):
    def part(self, table: Table) -> object:
        opening, sitting = _find_next(table, self.number), table.sitting
        self._require_seated(sitting)
        return opening.seats, sitting.seated(self.number), sitting.begun

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        return self._enter(self._open(sittings[-1]))

    def _enter(self, sitting: Sitting) -> Sitting:
        return replace(sitting, rounds=(*sitting.rounds, self.played), begun=None)


@dataclass(frozen=True)
class RoundEntered(_NextRound):
    """The next round was entered."""

    kind = "round_entered"


@dataclass(frozen=True)
class RoundBegun(_NextRound):
    """A step of the next round was entered; ``played`` is all that was entered so far."""

    kind = "round_begun"

    def _enter(self, sitting: Sitting) -> Sitting:
        return replace(sitting, begun=self.played)


@dataclass(frozen=True)
class RoundCorrected(RoundChange):
    """A round was replaced."""

    kind = "round_corrected"

    def part(self, table: Table) -> object:
        _require(1 <= self.number <= len(table.sitting.rounds))
        self._require_seated(table.sitting)
        return table.sitting.rounds[self.number - 1], table.sheet.lines[self.number - 1].opening.seats

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        sitting, number = self._open(sittings[-1]), self.number
        return replace(sitting, rounds=(*sitting.rounds[: number - 1], self.played, *sitting.rounds[number:]))


@dataclass(frozen=True)
class HandLaid(Change):
    """A player laid the own hand; it is covered until the round is saved."""

    kind = "hand_laid"
    scored = False
    number: int
    seat: int
    hand: HandFields

    def part(self, table: Table) -> object:
        _find_next(table, self.number)
        return table.hands.get(self.seat)


@dataclass(frozen=True)
class StarterChosen(Change):
    """The table chose who starts the next round."""

    kind = "starter_chosen"
    number: int
    seat: int

    def part(self, table: Table) -> object:
        _require(self.seat in table.sitting.seated(self.number))
        return _find_next(table, self.number).seats

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        starters = {**sittings[-1].starters, self.number: self.seat}
        return replace(sittings[-1].with_opening(self.number, None), starters=starters)


@dataclass(frozen=True)
class PlayersRenamed(Change):
    """Players, by seat, got other names: each was always called so."""

    kind = "players_renamed"
    names: tuple[tuple[int, str], ...]

    def part(self, table: Table) -> object:
        _require(all(seat in table.sitting.seats for seat, _ in self.names))
        return [table.sitting.players[seat] for seat, _ in self.names]

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        names = dict(self.names)
        players = enumerate(sittings[-1].players)
        return replace(sittings[-1], players=tuple(names.get(seat, name) for seat, name in players))


@dataclass(frozen=True)
class PlayerRenamed(Change):
    """A player got another name, as it was written when a form could rename only one."""

    kind = "player_renamed"

    @classmethod
    def read(cls, payload: Payload, game: str, sitting: Sitting) -> Change:
        return PlayersRenamed(((payload["seat"], payload["name"]),))


@dataclass(frozen=True)
class SeatsChanged(Change):
    """From a round on these seats play, clockwise; ``joined`` are the names and start totals of the new ones."""

    kind = "seats_changed"
    number: int
    seats: tuple[int, ...]
    joined: tuple[tuple[str, float], ...] = ()

    def part(self, table: Table) -> object:
        _find_next(table, self.number)
        players = len(table.sitting.players)
        _require(table.begun is None and {*self.seats} <= {*range(players + len(self.joined))})
        return table.sitting.seated(self.number), players

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        sitting, number = sittings[-1], self.number
        if not self.joined and self.seats == sitting.seated(number):
            return sitting
        before = {at: seats for at, seats in (sitting.seatings or {1: tuple(sitting.seats)}).items() if at < number}
        totals = {seat: total for seat, (_, total) in enumerate(self.joined, len(sitting.players)) if total}
        return replace(
            sitting,
            players=(*sitting.players, *(name for name, _ in self.joined)),
            seatings={**before, number: self.seats},
            start_totals={**sitting.start_totals, **totals},
        )


@dataclass(frozen=True)
class BegunOnPaper(Change):
    """What the table has on paper from before round 1, by seat, and who starts it."""

    kind = "begun_on_paper"
    totals: tuple[tuple[int, float], ...]
    tallies: Mapping[str, tuple[tuple[int, int], ...]]
    starter: int | None = None

    def part(self, table: Table) -> object:
        sitting = table.sitting
        _require(not sitting.rounds)
        return sitting.start_totals, sitting.start_tallies, sitting.first_starter, sitting.starters

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        tallies = {key: dict(start) for key, start in self.tallies.items()}
        sitting = replace(sittings[-1], start_totals=dict(self.totals), start_tallies=tallies)
        if self.starter is None:
            return sitting
        return replace(sitting, first_starter=self.starter, drawn=False, starters={}, openings=())


@dataclass(frozen=True)
class RulesChanged(Change):
    """House rules changed from round ``number`` on; from 1, for the whole game, also where they had changed later."""

    kind = "rules_changed"
    number: int
    options: Mapping[str, OptionValue]

    def part(self, table: Table) -> object:
        sitting = table.sitting
        _require(self.number in (1, len(sitting.rounds) + 1))
        return [[each.get(key) for each in (sitting.options, *sitting.rules.values())] for key in self.options]

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        sitting, number, options = sittings[-1], self.number, self.options
        now = sitting.with_rules_at(number).options
        if number > 1:
            options = {key: value for key, value in options.items() if now.get(key) != value}
            if not options:
                return sitting
            rules = {**sitting.rules, number: {**sitting.rules.get(number, {}), **options}}
            return replace(sitting, rules=dict(sorted(rules.items())))
        others = {
            at: {key: value for key, value in later.items() if key not in options}
            for at, later in sitting.rules.items()
        }
        rules = {at: later for at, later in others.items() if later}
        return replace(sitting, options={**sitting.options, **options}, rules=rules)


@dataclass(frozen=True)
class CardsNoted(Change):
    """The table noted what its own cards are, as it could until version 1.0."""

    kind = "cards_noted"


@dataclass(frozen=True)
class RulingShown(Change):
    """A ruling of the referee was shown to the table, until something else is entered."""

    kind = "ruling_shown"
    scored = False
    asked: str


@dataclass(frozen=True)
class RematchBegun(Change):
    """The players of this finished table play again at the table with this id."""

    kind = "rematch_begun"
    scored = False
    table: int


@dataclass(frozen=True)
class NameForgotten(Change):
    """Who runs the companion took a name out of all entries so far."""

    kind = "name_forgotten"
    scored = False


@dataclass(frozen=True)
class Stopped(Change):
    """The table ended the game early, after this round."""

    kind = "stopped"
    after: int

    def part(self, table: Table) -> object:
        _require(len(table.sitting.rounds) == self.after > 0 and table.sheet.ending is None)
        return None

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        return replace(sittings[-1], stopped=True)


@dataclass(frozen=True)
class PlayedOn(Change):
    """The table plays on past these ends."""

    kind = "played_on"
    after: int
    ends: tuple[str, ...]

    def part(self, table: Table) -> object:
        ending = table.sheet.ending
        is_open = ending is not None and not ending.final and ending.keys == self.ends
        _require(is_open and len(table.sitting.rounds) == self.after)
        return None

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        # A game that was only stopped ("agreed") has no end that it plays past.
        passed = (*sittings[-1].played_on, *(end for end in self.ends if end != "agreed"))
        return replace(sittings[-1], stopped=False, played_on=tuple(dict.fromkeys(passed)))


@dataclass(frozen=True)
class Undone(Change):
    """The entry ``seq`` was taken back."""

    kind = "undone"
    seq: int

    def part(self, table: Table) -> object:
        _require(table.undoable is not None and table.undoable.seq == self.seq)
        return None

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        return sittings[self.seq - 2]


@dataclass(frozen=True)
class Redone(Change):
    """The entry ``seq`` was put back."""

    kind = "redone"
    seq: int

    def part(self, table: Table) -> object:
        _require(table.redoable is not None and table.redoable.seq == self.seq)
        return None

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        return sittings[self.seq - 1]


@dataclass(frozen=True)
class Returned(Change):
    """The table went back to what it was after the entry ``seq``."""

    kind = "returned"
    seq: int

    def part(self, table: Table) -> object:
        _require(1 <= self.seq <= table.version)
        return table.version

    def make(self, sittings: Sequence[Sitting]) -> Sitting:
        return sittings[self.seq - 1]


CHANGES: Mapping[str, type[Change]] = {
    each.kind: each
    for each in (
        *(Created, Restored, RoundEntered, RoundBegun, RoundCorrected, HandLaid, StarterChosen, PlayersRenamed),
        *(PlayerRenamed, SeatsChanged, BegunOnPaper, RulesChanged, CardsNoted, RulingShown, RematchBegun),
        *(NameForgotten, Stopped, PlayedOn, Undone, Redone, Returned),
    )
}


def read_change(kind: str, payload: Payload, game: str, sitting: Sitting) -> Change:
    """Return the change of an entry, whose table was at this sitting before. Raises ValueError for an unknown kind."""
    if kind not in CHANGES:
        raise ValueError(f"unknown kind of entry: {kind}")
    return CHANGES[kind].read(payload, game, sitting)


def _require(fits: bool) -> None:
    if not fits:
        raise Misfit


def _find_next(table: Table, number: int) -> Opening:
    """Return the opening of a round. Raises Misfit unless it is the next one."""
    opening = table.sheet.next
    if opening is None or opening.number != number:
        raise Misfit
    return opening


def _labels(players: Sequence[str]) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, len(players) + 1))


def _freeze(value: Any) -> Any:
    """Return a value with tuples for its lists."""
    if isinstance(value, dict):
        return {key: _freeze(each) for key, each in value.items()}
    return tuple(map(_freeze, value)) if isinstance(value, list) else value
