"""Which of the companion's files a saved round passes, from the request to the answer, and how often it turns back.

    python benchmarks/save_path.py

It is the second round of a table of Fool!, by a phone that has seen the table and the form before, so that nothing is
counted that happens at the first alone. Prints the files whose functions ran, by layer, and every call of a file that
imports the one that calls it.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType

import grimp
from flask.testing import FlaskClient

import companion
from companion import create_app
from tests.web.builders import a_key, new_game

HOME = Path(companion.__file__).parent


def main() -> None:
    """Count and print."""
    with tempfile.TemporaryDirectory() as folder:
        client = create_app(Path(folder)).test_client()
        table = client.post("/tables", data={"key": a_key()} | new_game("Anne", "Paul", "Rachel", "Ben")).location
        table = client.get(table, follow_redirects=True).request.path  # a phone has an address of its own
        enter(client, table, 1)
        calls: Counter[str] = Counter()
        ways: Counter[tuple[str, str]] = Counter()

        def count(frame: FrameType, event: str, _: object) -> None:
            if event == "call" and (called := file_of(frame)):
                calls[called] += 1
                if (caller := caller_of(frame)) != called:
                    ways[caller, called] += 1

        look(client, table)
        sys.setprofile(count)
        try:
            enter(client, table, 2)
        finally:
            sys.setprofile(None)
    for layer in ("games", "store", "web", ""):
        files = sorted(path for path in calls if path.startswith(layer) and (layer or path.count("/") == 0))
        print(f"{layer or 'elsewhere'}: {len(files)}: {', '.join(files)}")
    back = [f"{caller} → {called}" for caller, called in ways if caller and turns_back(caller, called)]
    print(f"{len(calls)} files, {sum(calls.values())} calls, {len(back)} turns back: {', '.join(back)}")


def look(client: FlaskClient, table: str) -> None:
    """Look at the table and at the form of the next round."""
    for path in ("", "/rounds/new"):
        assert client.get(f"{table}{path}").status_code == 200


def enter(client: FlaskClient, table: str, number: int) -> None:
    """Send the form of a round; it must be saved."""
    hands = {"seat-1-cards": "5 2", "seat-2-out": "y", "seat-3-cards": "6", "seat-4-cards": "3"}
    answer = client.post(f"{table}/rounds", data={"key": a_key(), "number": str(number)} | hands)
    assert answer.status_code in (302, 303), answer.status_code


def file_of(frame: FrameType) -> str:
    """Return the file of the companion whose function runs; empty for a library's."""
    path = Path(frame.f_code.co_filename)
    return path.relative_to(HOME).as_posix() if path.is_relative_to(HOME) else ""


def caller_of(frame: FrameType) -> str:
    """Return the file of the companion that called, maybe through a library; empty where none did."""
    back = frame.f_back
    while back and not file_of(back):
        back = back.f_back
    return file_of(back) if back else ""


def turns_back(caller: str, called: str) -> bool:
    """Return whether the file that is called stands on the one that calls it, and not the other way round."""
    one, other = (f"companion.{name[:-3].replace('/', '.')}".removesuffix(".__init__") for name in (caller, called))
    return GRAPH.chain_exists(other, one) and not GRAPH.chain_exists(one, other)


GRAPH = grimp.build_graph("companion", exclude_type_checking_imports=True)

if __name__ == "__main__":
    main()
