"""Who is who in a group, as the second book-keeper has it: from names at tables and what the group was told."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


def folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


@dataclass(eq=False)
class Name:
    """A name in the group's book; ``stands_for`` somebody else once it was merged."""

    text: str
    stands_for: Name | None = None

    @property
    def person(self) -> Name:
        return self.stands_for or self


@dataclass
class Members:
    """Who is who in a group: its names, and whose name every seat was written under."""

    names: list[Name] = field(default_factory=list)
    seats: dict[int, dict[int, tuple[str, Name]]] = field(default_factory=dict)

    def named(self, text: str) -> Name:
        for name in self.names:
            if folded(name.text) == folded(text):
                return name
        self.names.append(Name(text))
        return self.names[-1]

    def sit(self, table_id: int, written: Iterable[str], known: Mapping[int, str] | None = None) -> None:
        """A seat keeps its player while its name stays; two at a table are two people."""
        texts, known = list(written), known or {}
        before = self.seats.get(table_id, {})
        seats = {
            seat: (texts[seat], name) for seat, (text, name) in before.items() if folded(text) == folded(texts[seat])
        }
        self.seats[table_id] = seats
        new = [seat for seat in range(len(texts)) if seat not in seats]
        names = {seat: self.named(known.get(seat, texts[seat])) for seat in new}
        groups = (
            [seat for seat in new if seat in known],
            [seat for seat in new if seat not in known and names[seat].stands_for is None],
            [seat for seat in new if seat not in known and names[seat].stands_for],
        )
        for seat in (seat for group in groups for seat in group):
            name, number = names[seat], 1
            while any(name.person is other.person for _, other in seats.values()):
                number += 1
                name = self.named(f"{texts[seat][:36]} {number}")
            seats[seat] = (texts[seat], name)

    def merge(self, one: Name, into: Name) -> None:
        """All names of the one stand for the other."""
        for name in self.names:
            if name.person is one:
                name.stands_for = into

    def rename(self, person: Name, text: str) -> None:
        other = self.named(text)
        if other is not person:
            if other.stands_for is person:
                other.text = person.text
                swapped = {id(other): person, id(person): other}
                for seats in self.seats.values():
                    for seat, (text, name) in seats.items():
                        seats[seat] = (text, swapped.get(id(name), name))
            else:
                self.names.remove(other)  # it was not there before
        person.text = text

    def together(self, one: Name, other: Name) -> bool:
        return any({one, other} <= {name.person for _, name in seats.values()} for seats in self.seats.values())
