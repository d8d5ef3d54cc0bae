"""One evening with five players, some more phones and one server: its steps in turn.

A step opens its own page where it can, so that one that fails takes few others with it.
"""

import traceback
from collections.abc import Iterator

from tests.engines import afterwards, rounds, together
from tests.engines.screen import Gone
from tests.engines.table import Evening

STEPS = [
    step
    for part in (rounds, together, afterwards)
    for step in vars(part).values()
    if getattr(step, "__module__", "") == part.__name__
]


def play(browser, server) -> Iterator[tuple[str, str]]:
    """Play the evening; of each step what it is about, and what went wrong, if anything."""
    evening = Evening(browser, server)
    try:
        for number, step in enumerate(STEPS, start=1):
            try:
                step(evening)
                wrong = ""
            except (AssertionError, Gone) as error:
                wrong = str(error) or traceback.format_exc(limit=-1)
            yield f"{number} {step.__name__.replace('_', ' ')}", wrong
    finally:
        evening.close()
