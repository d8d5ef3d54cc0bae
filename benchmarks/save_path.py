"""Which of the companion's files a saved round passes, from the request to the answer.

    python benchmarks/save_path.py

It is the second round of a table of Fool!, so that nothing is counted that happens at the first alone. Prints the files
whose functions ran, by layer.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType

import companion
from companion import create_app
from tests.web.builders import a_key, new_game

HOME = Path(companion.__file__).parent


def main() -> None:
    """Count and print."""
    with tempfile.TemporaryDirectory() as folder:
        client = create_app(Path(folder)).test_client()
        table = client.post("/tables", data={"key": a_key()} | new_game("Anne", "Paul", "Rachel", "Ben")).location
        enter(client, table, 1)
        calls: Counter[str] = Counter()

        def count(frame: FrameType, event: str, _: object) -> None:
            path = frame.f_code.co_filename
            if event == "call" and path.startswith(str(HOME)):
                calls[path[len(str(HOME)) + 1 :]] += 1

        sys.setprofile(count)
        try:
            enter(client, table, 2)
        finally:
            sys.setprofile(None)
    for layer in ("games", "store", "web", ""):
        files = sorted(path for path in calls if path.startswith(layer) and (layer or path.count("/") == 0))
        print(f"{layer or 'elsewhere'}: {len(files)}: {', '.join(files)}")
    print(f"{len(calls)} files, {sum(calls.values())} calls")


def enter(client: object, table: str, number: int) -> None:
    """Send the form of a round; it must be saved."""
    hands = {"seat-1-cards": "5 2", "seat-2-out": "y", "seat-3-cards": "6", "seat-4-cards": "3"}
    answer = client.post(f"{table}/rounds", data={"key": a_key(), "number": str(number)} | hands)
    assert answer.status_code in (302, 303), answer.status_code


if __name__ == "__main__":
    main()
