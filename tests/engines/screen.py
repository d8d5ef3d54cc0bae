"""What all engines share: the size of a phone, and their processes.

An engine has ``phone()`` and ``close()``. A phone is a window with a memory that no other has; it can
``open(address)``, ``run(function, *values)`` JavaScript (raises PageGone), ``tap(x, y)`` with a finger or a mouse,
press ``keys(text)``, and ``close()``.
"""

import os
import signal
import subprocess
from typing import Any

WIDTH, HEIGHT = 360, 640


class PageGone(Exception):
    """The page is not there any more, or not yet: look again."""


def begin(*command: str, **options: Any) -> subprocess.Popen:
    """Start a process that says nothing, with whatever it starts."""
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | options
    return subprocess.Popen(command, start_new_session=True, **options)


def end(process: subprocess.Popen) -> None:
    """End a process, and whatever it has started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
