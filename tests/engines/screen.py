"""What all engines share: the size of a phone, and their processes.

An engine has ``version``, ``phone()`` and ``close()``. A phone is a window with a memory that no other has; it can
``open(address)``, ``run(function, *values)`` JavaScript (raises Gone), ``tap(x, y)`` with a finger or a mouse, press
``keys(text)``, and ``close()``.
"""

import os
import signal
import socket
import subprocess
import time
from typing import Any

WIDTH, HEIGHT = 360, 640


class Gone(Exception):
    """The page is not there any more, or not yet: look again."""


def listens(port: int) -> bool:
    with socket.socket() as knocks:
        return knocks.connect_ex(("127.0.0.1", port)) == 0


def wait_for(is_there, what: str, seconds: float = 20):
    """What ``is_there`` returns, once that is something."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := is_there():
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not start")


def begin(*command: str, **options: Any) -> subprocess.Popen:
    """Start a process that says nothing, with whatever it starts."""
    options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | options
    return subprocess.Popen(command, start_new_session=True, **options)


def end(process: subprocess.Popen) -> None:
    """End a process, and whatever it has started."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
