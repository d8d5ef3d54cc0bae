"""WebKitGTK and WPE WebKit over WebDriver. A driver drives one window, so every phone has a driver of its own."""

import os
import tempfile
from pathlib import Path

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import Remote
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection

from tests.engines.screen import HEIGHT, WIDTH, PageGone, begin, end
from tests.server import free_port, listens, until

PATIENCE = 60  # seconds for an answer of a driver


class Options(ArgOptions):
    """Which program is driven, and how it is started."""

    def __init__(self, prefix, program, *arguments):
        super().__init__()
        self.set_capability(f"{prefix}:browserOptions", {"binary": str(program), "args": list(arguments)})

    @property
    def default_capabilities(self):
        """None that a driver would have to know."""
        return {}


class WebKitGTK:
    """Its MiniBrowser, on a display that nobody sees."""

    def __init__(self, driver, program, xvfb):
        self.driver = driver
        self.program = program
        reads, writes = os.pipe()
        size = f"{WIDTH * 2}x{HEIGHT * 2}x24"
        screen = ("-displayfd", str(writes), "-screen", "0", size, "-nolisten", "tcp")
        self.display = begin(xvfb, *screen, pass_fds=[writes])
        os.close(writes)
        with os.fdopen(reads) as number:
            self.number = number.readline().strip()

    def phone(self):
        surroundings = {"DISPLAY": f":{self.number}"}
        screen = WebKitScreen(self.driver, Options("webkitgtk", self.program, "--automation"), surroundings)
        screen.session.set_window_rect(0, 0, WIDTH, HEIGHT)
        return screen

    def close(self):
        end(self.display)


class WPE:
    """Its browser cog, in a compositor that has the size of a phone and shows it to nobody."""

    def __init__(self, driver, program, weston):
        self.driver = driver
        self.program = program
        self.weston = weston

    def phone(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        size = {"COG_PLATFORM_WL_VIEW_WIDTH": str(WIDTH), "COG_PLATFORM_WL_VIEW_HEIGHT": str(HEIGHT)}
        surroundings = {"XDG_RUNTIME_DIR": folder.name, "WAYLAND_DISPLAY": "phone", **size}
        options = ("--backend=headless-backend.so", "--shell=fullscreen-shell.so", "--socket=phone")
        compositor = begin(self.weston, *options, "--no-config", "--idle-time=0", env=os.environ | surroundings)
        until(Path(folder.name, "phone").exists, 20)
        cog = Options("wpe", self.program, "--automation", "--platform=wl")
        return WebKitScreen(self.driver, cog, surroundings, compositor, folder)

    def close(self):
        """Everything belongs to its phones."""


class WebKitScreen:
    """A driver, and the window that it drives."""

    def __init__(self, driver, options, surroundings, compositor=None, folder=None):
        port = free_port()
        self.driver = begin(driver, f"--port={port}", env=os.environ | surroundings)
        self.compositor = compositor
        self.folder = folder
        until(lambda: listens(port), 20)
        there = ClientConfig(remote_server_addr=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self.session = Remote(RemoteConnection(client_config=there), options=options)

    def open(self, address):
        self.session.get(address)

    def run(self, function, *values):
        try:
            return self.session.execute_script(f"return ({function})(...arguments)", *values)
        except WebDriverException as error:
            raise PageGone(error.msg) from error

    def tap(self, x, y):
        finger = ActionBuilder(self.session, mouse=PointerInput("touch", "finger"))
        finger.pointer_action.move_to_location(round(x), round(y)).pointer_down().pointer_up()
        finger.perform()

    def keys(self, text):
        keyboard = ActionBuilder(self.session)
        keyboard.key_action.send_keys(text)
        keyboard.perform()

    def close(self):
        """Without a word to the driver, which may wait for its browser for good."""
        end(self.driver)
        if self.compositor:
            end(self.compositor)
            self.folder.cleanup()
