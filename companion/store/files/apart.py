"""Bringing in a large file by a process of its own, so that this one goes on answering at once.

The other process ends with this one: what it has written by then, nobody sees.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.store.database import Store

if TYPE_CHECKING:
    from companion.store.files.imports import Destination, Imported


def bring_in(path: Path, raw: bytes, to: Destination) -> Imported:
    """What ``imports.bring_in`` does, or raises, in another process."""
    # Both ends are this program: nobody else's pickles are read.
    known = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=known
    ) as process:
        assert process.stdin, process.stdout  # noqa: S101
        with suppress(BrokenPipeError):
            pickle.dump((path, raw, to), process.stdin)
            process.stdin.flush()
        answer = process.stdout.read()  # type: ignore[union-attr]
    if not answer:
        raise RuntimeError("the process that brings a file in has ended")
    imported, error = pickle.loads(answer)  # noqa: S301
    if error is not None:
        raise error
    found: Imported = imported
    return found


def main() -> None:
    """What the other process does."""
    from companion.store.files.imports import bring_in

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it says when it is over
    path, raw, to = pickle.load(sys.stdin.buffer)  # noqa: S301
    threading.Thread(target=_end_with_parent, daemon=True).start()
    answer: tuple[Any, BaseException | None]
    try:
        with closing(Store(path)) as store:
            answer = bring_in(store, raw, to), None
    except Exception as error:  # whatever it is, the process that asked deals with it
        answer = None, error
    sys.stdout.buffer.write(pickle.dumps(answer))
    sys.stdout.flush()


def _end_with_parent() -> None:
    """End at once when the process that started this one is gone: its end of the pipe closes then."""
    os.read(sys.stdin.fileno(), 1)  # not by the buffer, whose lock the end of this process would wait for
    os._exit(1)


if __name__ == "__main__":
    main()
