"""Which engines there are: the programs that each needs, what Debian calls them, and how it is started."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Playwright

from tests.browser.conftest import CHROMIUM
from tests.engines.chromium import Chromium
from tests.engines.firefox import Firefox
from tests.engines.webkit import WPE, WebKitGTK
from tests.server import Server

BUILD = Path(__file__).parents[2] / "build"


@dataclass(frozen=True)
class Engine:
    """An engine, and the programs that it is started with; None where one is not here."""

    kind: Callable[..., Any]
    programs: tuple[str | None, ...]
    install: str

    @property
    def missing(self) -> str:
        """What to do to have it; empty if it is here."""
        return "" if all(self.programs) else f"needs {self.install}"

    @contextmanager
    def started(self, playwright: Playwright) -> Iterator[tuple[Any, Server]]:
        """It and a server. Playwright can be there once only, so whoever has it hands it on."""
        browser = self.kind(*[playwright] * (self.kind is Chromium), *self.programs)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            server = Server(Path(folder))
            try:
                yield browser, server
            finally:
                server.kill()
                browser.close()


def found(pattern: str) -> str | None:
    """The last of the files that fit, from the root."""
    return next(map(str, sorted(Path("/").glob(pattern), reverse=True)), None)


ENGINES = {
    "chromium": Engine(Chromium, (CHROMIUM,), "apt install chromium-headless-shell"),
    "chromium-106": Engine(Chromium, (found(f"{BUILD}/chromium-106/chromium"[1:]),), ".ci/old-chromium"),
    "firefox": Engine(Firefox, (shutil.which("firefox-esr"),), "apt install firefox-esr"),
    "webkitgtk": Engine(
        WebKitGTK,
        (shutil.which("WebKitWebDriver"), found("usr/lib/*/webkit2gtk-4.*/MiniBrowser"), shutil.which("Xvfb")),
        "apt install webkit2gtk-driver xvfb",
    ),
    "wpe": Engine(
        WPE,
        (shutil.which("WPEWebDriver"), shutil.which("cog"), shutil.which("weston")),
        "apt install wpewebkit-driver cog weston",
    ),
}
# Not to be had in this release of Debian, as .ci/run has found and printed.
LEFT_OUT = os.environ.get("ENGINES_LEFT_OUT", "").split()
