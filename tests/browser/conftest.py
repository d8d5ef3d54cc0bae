"""Real, phone-sized pages of Chromium against a real server: one server for a whole run, one context a phone."""

import os
import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.server import AT_HOME, Server

# Chromium without windows is the same in half the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else NAMES)), None)
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
QUIET += ["--disable-component-update", "--disable-sync", f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1"]
SCREEN = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
PATIENCE = 20_000  # milliseconds: a machine may have much else to do
expect.set_options(timeout=PATIENCE)
# What a browser says of answers that a test wants, and of connections that it cuts.
EXPECTED = re.compile("Failed to load resource|Failed to fetch|Cross-Origin-Opener-Policy|SSL|htmx:(sse:)?error: ")
# Nothing can be tapped for a moment after a page has changed: only test_taps.py waits for that.
NO_MOMENT = """{
    const sheet = new CSSStyleSheet();
    const moments = ".page > *, .triumph, .triumph ~ *";
    sheet.replaceSync(`${moments} { animation-duration: 1ms !important }`);
    document.adoptedStyleSheets = [sheet];
}"""


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker("browser")
            if not CHROMIUM and "CI" not in os.environ:
                item.add_marker(pytest.mark.skip(reason="needs Chromium: apt install chromium"))


@pytest.fixture(scope="session")
def browser_type_launch_args():
    assert CHROMIUM, "Chromium is not installed, and CI skips nothing"
    return {"executable_path": CHROMIUM, "args": QUIET}


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.kill()


@pytest.fixture
def mortal_server(tmp_path):
    """A server for a test that kills it."""
    server = Server(tmp_path)
    yield server
    server.kill()


@pytest.fixture
def server(shared_server):
    """Whom the phones of a test talk to."""
    return shared_server


@pytest.fixture
def home(server):
    """Its address as phones in the same Wi-Fi have it: plain HTTP, and no service worker."""
    return server.address.replace("127.0.0.1", AT_HOME)


@pytest.fixture
def complaints():
    """What the browsers complain about."""
    heard = []
    yield heard
    assert [complaint for complaint in heard if not EXPECTED.search(complaint)] == []


@pytest.fixture
def another_phone(browser, home, complaints):
    """Phones of other people, each with a memory of its own."""
    contexts = []

    def join(address=home, before="", **options):
        context = browser.new_context(**(SCREEN | options))
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(before or NO_MOMENT)
        context.on("console", lambda each: complaints.append(each.text) if each.type in ("error", "warning") else None)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        return Phone(context.new_page(), address, scripted=options.get("java_script_enabled", True))

    yield join
    for context in contexts:
        context.close()


@pytest.fixture
def phone(another_phone):
    return another_phone()
