"""Firefox as it is sold, over WebDriver BiDi: a websocket that takes commands as JSON.

Playwright's own way to such a Firefox asks for more than the extended support release knows.
"""

import itertools
import json
import re
import tempfile
from pathlib import Path

from websocket import create_connection

from tests.engines.screen import HEIGHT, WIDTH, PageGone, begin, end
from tests.server import until

# A finger. What calls home, Firefox leaves off itself where it is driven.
SETTINGS = {"ui.primaryPointerCapabilities": 1, "ui.allPointerCapabilities": 1, "dom.w3c_touch_events.enabled": 1}


class Firefox:
    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in SETTINGS.items()]
        Path(self.folder.name, "user.js").write_text("".join(lines))
        path = Path(self.folder.name, "log.txt")
        with path.open("w") as log:
            options = ("--headless", "--no-remote", "--remote-debugging-port=0", "--profile", self.folder.name)
            self.process = begin(program, *options, stderr=log)
        found = until(lambda: re.search(r"BiDi listening on (ws://\S+)", path.read_text()), 60)
        self.socket = create_connection(f"{found[1]}/session", timeout=30, suppress_origin=True)
        self.numbers = itertools.count(1)
        self("session.new", capabilities={})

    def __call__(self, method, **params):
        """Send a command; its result. Raises PageGone with what Firefox says against it."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != number:
            pass
        if answer["type"] == "error":
            raise PageGone(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def phone(self):
        return FirefoxScreen(self, self("browser.createUserContext")["userContext"])

    def close(self):
        self.socket.close()
        end(self.process)
        self.folder.cleanup()


class FirefoxScreen:
    """A user context of its own, and a window, so that no page is behind another."""

    def __init__(self, firefox, user):
        self.firefox = firefox
        self.user = user
        self.context = firefox("browsingContext.create", type="window", userContext=user)["context"]
        viewport = {"width": WIDTH, "height": HEIGHT}
        firefox("browsingContext.setViewport", context=self.context, viewport=viewport)

    def open(self, address):
        self.firefox("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, function, *values):
        answer = self.firefox(
            "script.callFunction",
            functionDeclaration=f"async values => JSON.stringify(await ({function})(...JSON.parse(values)) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(values)}],
            target={"context": self.context},
            awaitPromise=True,
            userActivation=False,
        )
        if answer["type"] == "exception":
            raise PageGone(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def tap(self, x, y):
        finger = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.perform(type="pointer", id="finger", parameters={"pointerType": "touch"}, actions=finger)

    def keys(self, text):
        self.perform(
            type="key",
            id="keys",
            actions=[{"type": kind, "value": sign} for sign in text for kind in ("keyDown", "keyUp")],
        )

    def perform(self, **source):
        self.firefox("input.performActions", context=self.context, actions=[source])

    def close(self):
        self.firefox("browser.removeUserContext", userContext=self.user)
