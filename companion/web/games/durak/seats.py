"""Who sits round the table in Durak, who attacked and defended and who is out, as an address has it."""

from companion.games.durak.attack import Ended, next_with_cards
from companion.web.forms.entering import Typed
from companion.web.forms.referee import numbered

COUNTS = range(2, 7)
USUAL = 4
ENDS = ("repelled", "taken")
NOBODY = -1


class Seats:
    """The players in clockwise order, and how the attack ended: ``ended`` is one of ``ENDS``, or empty so far.

    Without the names of a table the players are numbered.
    """

    def __init__(self, asked: Typed, names: tuple[str, ...]) -> None:
        self.numbered = not names
        self.names = names or numbered(_count(asked.get("players", "")))
        self.attacker = self._seat(asked.get("attacker", ""), 0)
        self.defender = self._seat(asked.get("defender", ""), (self.attacker + 1) % len(self.names))
        out = asked.get("out", "").split(".")
        self.out = {seat for seat in range(len(self.names)) if str(seat + 1) in out}
        self.ended = asked["ended"] if asked.get("ended") in ENDS else ""

    @property
    def attack(self) -> Ended:
        """The attack as it ended."""
        return Ended(self.attacker, self.defender, self.ended == "taken", tuple(sorted(self.out)))

    @property
    def written(self) -> dict[str, str]:
        """The seats as they stand in an address."""
        return {
            "players": str(len(self.names)) if self.numbered else "",
            "attacker": str(self.attacker + 1),
            "defender": str(self.defender + 1),
            "out": ".".join(str(seat + 1) for seat in sorted(self.out)),
            "ended": self.ended,
        }

    def tap(self, what: str, value: str) -> None:
        """Change what was tapped. Who attacks or defends draws the other one along, who sits beside."""
        seat = self._seat(value, NOBODY)
        match what:
            case "players" if self.numbered:
                self.names = numbered(_count(value))
                self.out &= set(range(len(self.names)))
                if max(self.attacker, self.defender) >= len(self.names):
                    self.attacker, self.defender = 0, 1
            case "ended" if value in ENDS:
                self.ended = value
            case "out" if seat != NOBODY:
                self.out.add(seat)
            case "in":
                self.out.discard(seat)
            case "attacker" if seat != NOBODY:
                self.attacker = seat
                self.defender = self.defender if self._face_each_other() else self._beside(seat, 1)
            case "defender" if seat != NOBODY:
                self.defender = seat
                self.attacker = self.attacker if self._face_each_other() else self._beside(seat, -1)

    def _face_each_other(self) -> bool:
        """Whether nobody with cards sits between the attacker and the defender on the left."""
        gap = (self.defender - self.attacker) % len(self.names)
        return gap > 0 and all((self.attacker + step) % len(self.names) in self.out for step in range(1, gap))

    def _beside(self, seat: int, step: int) -> int:
        other = next_with_cards(seat, len(self.names), self.out, step)
        return other if other != seat else (seat + step) % len(self.names)

    def _seat(self, written: str, otherwise: int) -> int:
        return {str(seat + 1): seat for seat in range(len(self.names))}.get(written, otherwise)


def _count(written: str) -> int:
    return next((count for count in COUNTS if str(count) == written), USUAL)
