"""What an engine must be able to do for somebody with a phone."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any, Protocol

WIDTH, HEIGHT = 360, 640


class Gone(Exception):
    """The page is not there any more, or not yet: look again."""


class Screen(Protocol):
    """One phone: a window, with a memory that no other phone has."""

    def open(self, address: str) -> None:
        """Load a page."""

    def run(self, function: str, *values: Any) -> Any:
        """Call a JavaScript function with values that JSON can say; what it returns, also later. Raises Gone."""

    def tap(self, x: float, y: float) -> None:
        """A finger (or a mouse, where the engine has no other) at a point of what is seen, in CSS pixels."""

    def keys(self, text: str) -> None:
        """Keys that are pressed, wherever the focus is."""

    def picture(self, path: Path) -> None:
        """What is seen, as a PNG."""

    def close(self) -> None:
        """Switch the phone off."""


class Browser(Protocol):
    """An engine that is running."""

    version: str

    def phone(self) -> Screen:
        """Another phone."""

    def close(self) -> None:
        """End it."""


def listens(port: int) -> bool:
    """Whether somebody listens on a port."""
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
