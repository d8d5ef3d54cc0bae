"""Somebody with a phone, in any engine."""

import time
from pathlib import Path

from tests.engines.screen import PageGone

PATIENCE = 10  # seconds
LOOK = (Path(__file__).parent / "in_the_page.js").read_text("utf-8").split("\n", 2)[2]


class Phone:
    """Finds things by role and name, as in ``tests/browser/phone.py``, or by a selector."""

    def __init__(self, screen, address):
        self.screen = screen
        self.address = address

    def open(self, address):
        """A page, by its whole address or by its path on the server."""
        self.screen.open(address if "://" in address else self.address + address)

    def look(self, attribute, wanted):
        """The point, the text, the value or an attribute of what is wanted; None if it is not shown."""
        return self.screen.run(LOOK, wanted, attribute)

    def until(self, check, describe):
        """What ``check`` returns, once that is something. Raises AssertionError with what was seen last."""
        end, last = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            try:
                if found := check():
                    return found
            except PageGone as gone:
                last = gone
            time.sleep(0.03)
        raise AssertionError(f"{describe()}{f' ({last})' if last else ''}")

    def tap(self, name, role="button", within=None):
        self.tap_at({"role": role, "name": name, "within": within})

    def tap_at(self, wanted):
        """Tap what is wanted when it can be hit, and rests."""
        self.screen.tap(*self.rests(wanted))

    def rests(self, wanted):
        before = None

        def check():
            nonlocal before
            point = self.look("point", wanted)
            stays, before = point == before, point
            return point if stays else None

        return self.until(check, lambda: f"nothing to tap: {wanted}")

    def type(self, label, text, within=None):
        field = {"role": "textbox", "name": label, "within": within}
        self.tap_at(field)
        self.screen.run("() => document.activeElement.select()")
        self.screen.keys(text)
        self.has(field, text)

    def choose(self, label, option):
        self.rests({"role": "combobox", "name": label})
        self.screen.run(
            """(label, option) => {
                const lists = [...document.querySelectorAll("select")];
                const list = lists.find(({ labels }) => labels[0].textContent.trim() === label);
                list.value = [...list.options].find(({ text }) => text.trim() === option).value;
                for (const kind of ["input", "change"]) list.dispatchEvent(new Event(kind, { bubbles: true }));
            }""",
            label,
            option,
        )

    def sees(self, text, css="main"):
        self.until(lambda: text in self.text(css), lambda: f"“{text}” is not in “{self.text(css)}”")

    def reads(self, text, css):
        """Wait until something says a text, and nothing else."""
        self.until(lambda: text == self.text(css), lambda: f"“{text}” is not “{self.text(css)}”")

    def has(self, wanted, value, attribute="value"):
        """Wait until a field has a value, or something an attribute."""

        def found():
            return self.look(attribute, wanted)

        self.until(lambda: found() == value, lambda: f"{wanted} has {found()!r}, not {value!r}")

    def misses(self, css):
        """Wait until something is not shown any more."""
        self.until(lambda: self.look("text", {"css": css}) is None, lambda: f"still there: “{self.text(css)}”")

    def text(self, css):
        """The text of the first that is shown; empty if there is none."""
        return self.look("text", {"css": css}) or ""

    @property
    def title(self):
        return self.screen.run("() => document.title")

    @property
    def location(self):
        return self.screen.run("() => location.href")
