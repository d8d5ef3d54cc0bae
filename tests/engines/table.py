"""The phones of an evening and the server on the sideboard, and what is done at them again and again."""

import json
import time

from tests.browser.phone import TOTALS
from tests.engines.phone import Phone

VERDICT = "#verdict"
LEFT = {"role": "group", "name": "Cards left"}
NEXT = {"css": ".next-player"}
TOTAL = {"role": "group", "name": "Total"}
OPENS = """(sheet) => {
    const form = new FormData(document.querySelector("form[enctype]"));
    form.set("file", new File([sheet], "sheet.json", { type: "application/json" }));
    return fetch("/imports", { method: "POST", body: form }).then(({ url }) => url);
}"""


class Evening:
    """The phones at the table, and the server on the sideboard."""

    def __init__(self, browser, server):
        self.browser = browser
        self.server = server
        self.others = {}
        self.phone = self.other("host")
        self.table = ""

    def other(self, name):
        """A phone of somebody else, switched on when it is first needed."""
        if name not in self.others:
            self.others[name] = Phone(self.browser.phone(), self.server.address)
        return self.others[name]

    def close(self):
        for phone in self.others.values():
            phone.screen.close()

    def at_table(self, path=""):
        self.phone.open(self.table + path)
        return self.phone

    def open_sheet(self, sheet):
        """The sheet of a game from a file, on a laptop."""
        laptop = self.other("laptop")
        laptop.screen.open("about:blank")  # so that the sheet before, which may be lost, doesn't load itself again
        laptop.open("/imports/new")
        laptop.open(laptop.screen.run(OPENS, json.dumps(sheet)).partition("#")[0] + "/sheet")
        laptop.sees("Rank", ".sheet")
        return laptop

    def keys(self, within, *names):
        for name, before in zip(names, (None, *names), strict=False):
            if name == before:
                time.sleep(0.1)  # quicker, it would be one tap that bounced
            self.phone.tap(str(name), within=within)

    def active(self, name):
        self.phone.has({"role": "group", "name": name}, "true", attribute="aria-current")

    def saved(self, number):
        self.phone.until(
            lambda: self.phone.location.endswith(f"#saved-{number}"),
            lambda: f"round {number} is not saved: {self.phone.location} {self.phone.text(VERDICT)}",
        )

    def totals(self, *expected, phone=None):
        phone = phone or self.phone
        wanted = " ".join(expected)
        phone.until(lambda: phone.screen.run(TOTALS) == wanted, lambda: f"{phone.screen.run(TOTALS)}, not {wanted}")
