"""Whether a round gets lost, doubled or mixed up when things go wrong, tried many times on real servers.

    python benchmarks/hard_knocks.py [races|kills|repeats ...] [--times N] [--verbose]

races    50 phones save the same next round at the same moment, 25 on each of two servers that share their data
kills    a server is killed while four phones save as fast as they can, and started again on the same data
repeats  an answer gets lost, and the request is repeated twice

Prints a line for each. Each stops at the first thing that is wrong; then the exit status is 1 and stderr says what.
"""

import argparse
import http.client
import json
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

from companion.store.database import FILE_NAME
from companion.web.access import new_write_key

RACERS, SCORERS = 50, 4
MOST_ROUNDS = 80  # of a table; it would end after 83 at the earliest
LONGEST_LIFE = 0.15  # seconds from the first saved round to the kill
HEADERS = {"Content-Type": "application/x-www-form-urlencoded"}
NAMES = {f"player-{seat}": name for seat, name in enumerate(("Anne", "Paul", "Rachel", "Camille", "Ben"), start=1)}
RULES = {"starter_by": "total", "starter_tie": "left-first", "tens_counted": "together", "equal_totals": "shared"}
NEW_GAME = NAMES | RULES | {"first_starter": "1", "end_score": "500", "tens_to_end": "60"}
Round = tuple[int, list[float]]  # its number, and what it costs everybody in seat order


class Wrong(Exception):
    """What must never happen."""


def main() -> None:
    """Knock and print."""
    parts = {"races": (races, 100), "kills": (kills, 200), "repeats": (repeats, 100)}
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("parts", nargs="*", metavar="races|kills|repeats")
    options.add_argument("--times", type=int)
    options.add_argument("--verbose", action="store_true")
    chosen = options.parse_args()
    if not set(chosen.parts) <= set(parts):
        options.error(f"the parts are {', '.join(parts)}")
    wrong = [knock(name, *parts[name], chosen) for name in chosen.parts or parts]
    if any(wrong):
        sys.exit("\n".join(filter(None, wrong)))


def knock(name, part, usual, chosen) -> str:
    """Try one part so many times and print what was found; what was wrong, if anything was."""
    found, times, wrong = Counter[str](), chosen.times or usual, ""
    with tempfile.TemporaryDirectory() as folder:
        try:
            for _ in part(Path(folder), times, found):
                found["times"] += 1
                if chosen.verbose:
                    print(name, dict(found), file=sys.stderr)
        except (Wrong, OSError, http.client.HTTPException, sqlite3.Error) as error:
            wrong = f"{name}, try {found['times'] + 1}: {error!r}"
        log = (Path(folder) / "log").read_text()
    if "Traceback" in log:
        wrong += f"\n{name}, a server broke:\n{log}"
    print(f"{name:8}", ", ".join(f"{count} {what}" for what, count in found.items()) + "; something was wrong" * bool(wrong))
    return wrong
