"""A real phone-sized Chromium against a real server."""

import os
import re
import shutil

import pytest
from playwright.sync_api import ConsoleMessage, Page

from tests.browser.phone import Phone
from tests.browser.proxy import Proxy
from tests.browser.readiness import wait_for_scripts
from tests.server import AT_HOME, Server
from tests.tiers import only_thorough

# Chromium without windows is the same in half the time. What is drawn is looked at in every one that is here.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUMS = [*filter(None, map(shutil.which, [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else NAMES))]
CHROMIUM = next(iter(CHROMIUMS), None)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1",
    # The certificate of proxy.py is nobody's.
    "--ignore-certificate-errors",
]

wait_for_scripts()


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker("browser")
            if not CHROMIUM and "CI" not in os.environ:
                item.add_marker(pytest.mark.skip(reason="needs Chromium: apt install chromium"))


@pytest.fixture(scope="session")
def browser_type_launch_args(request):
    program = getattr(request, "param", CHROMIUM)
    assert program, "Chromium is not installed, and CI skips nothing"
    return {"executable_path": program, "args": QUIET}


@pytest.fixture(scope="session")
def browser_context_args():
    return {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


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


@pytest.fixture(params=["http", *only_thorough(["https"])])
def reachable(request, mortal_server):
    """A mortal server's address as phones have it: plain in the same Wi-Fi, or with a proxy's HTTPS."""
    if request.param == "http":
        yield mortal_server.address.replace("127.0.0.1", AT_HOME)
    else:
        proxy = Proxy(mortal_server.port, AT_HOME)
        yield proxy.address
        proxy.close()


@pytest.fixture
def another_phone(browser, browser_context_args, shared_server):
    """Phones of other people, each with a memory of its own."""
    contexts = []

    def join(address=shared_server.address):
        contexts.append(browser.new_context(**browser_context_args))
        page = contexts[-1].new_page()
        page.set_default_timeout(8000)
        return Phone(page, address)

    yield join
    for context in contexts:
        context.close()


@pytest.fixture
def complaints(page: Page):
    """What the browser complains about; a page that answers 4xx on purpose is not a complaint."""
    heard: list[str] = []

    def hear(message: ConsoleMessage):
        if message.type in ("error", "warning") and not re.search(
            "Failed to load resource|Failed to fetch|Cross-Origin-Opener-Policy", message.text
        ):
            heard.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: heard.append(str(error)))
    return heard


@pytest.fixture
def phone(page: Page, shared_server, complaints):
    page.set_default_timeout(8000)
    yield Phone(page, shared_server.address)
    assert complaints == []
