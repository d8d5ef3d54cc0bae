"""What every entry form has in common: what was found wrong or doubtful in it."""

from __future__ import annotations

import hashlib

from companion.games.message import Message
from companion.games.rulebook import Problem


class Judged:
    """What was found wrong or doubtful in a form, seat by seat."""

    errors: tuple[Problem, ...] = ()
    questions: tuple[Problem, ...] = ()

    def problems_at(self, seat: int) -> list[Message]:
        """The errors about one seat."""
        return [problem.message for problem in self.errors if problem.seat == seat]

    def doubtful(self, seat: int) -> bool:
        """Whether an error or a question is about this seat."""
        return any(problem.seat == seat for problem in (*self.errors, *self.questions))

    @property
    def doubt(self) -> str:
        """A mark of the questions, which "save anyway" carries: it answers these and no others."""
        asked = repr([question.message for question in self.questions])
        return hashlib.sha256(asked.encode("utf-8", "surrogatepass")).hexdigest()[:16]
