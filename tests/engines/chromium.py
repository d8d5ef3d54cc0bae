"""Chromium, through Playwright."""

from playwright.sync_api import Error

from tests.browser.conftest import QUIET
from tests.engines.screen import HEIGHT, WIDTH, Gone

PHONE = {"viewport": {"width": WIDTH, "height": HEIGHT}, "has_touch": True, "is_mobile": True}


class Chromium:
    def __init__(self, playwright, program):
        self.browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        self.version = f"Chromium {self.browser.version}"

    def phone(self):
        return ChromiumScreen(self.browser.new_context(**PHONE))

    def close(self):
        self.browser.close()


class ChromiumScreen:
    def __init__(self, context):
        self.page = context.new_page()
        self.page.set_default_timeout(8000)

    def open(self, address):
        self.page.goto(address)

    def run(self, function, *values):
        try:
            return self.page.evaluate(f"values => ({function})(...values)", list(values))
        except Error as error:
            raise Gone(error) from error

    def tap(self, x, y):
        self.page.touchscreen.tap(x, y)

    def keys(self, text):
        self.page.keyboard.type(text)

    def close(self):
        self.page.context.close()
