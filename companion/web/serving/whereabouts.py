"""Where a companion serves: a small file beside the database, for the other commands.

While it serves, its process and its address on this computer are in it. What phones open stays when it has stopped.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

FILE_NAME = "serving.json"


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The process and the address on this computer, both only while it serves, and the first address for phones.

    ``public_url`` is the option of that name; what is not known is empty.
    """

    pid: int | None = None
    address: str | None = None
    url: str = ""
    public_url: str = ""


def find(folder: Path) -> Whereabouts:
    """Where the companion with its database in a folder serves, or has served last."""
    with suppress(OSError, ValueError, TypeError):
        return Whereabouts(**json.loads((folder / FILE_NAME).read_text("utf-8")))
    return Whereabouts()


@contextmanager
def told(folder: Path, here: Whereabouts) -> Iterator[None]:
    """Tell it as long as this lasts. Where the file can't be written, the companion serves all the same."""
    with suppress(OSError):
        _write(folder, here)
    try:
        yield
    finally:
        with suppress(OSError):
            if find(folder) == here:  # else another companion serves the same file
                _write(folder, replace(here, pid=None, address=None))


def _write(folder: Path, here: Whereabouts) -> None:
    new = folder / f".{FILE_NAME}-{os.getpid()}"
    new.write_text(json.dumps(asdict(here), indent=1) + "\n", "utf-8")
    new.replace(folder / FILE_NAME)
