"""A phone without JavaScript: it fails on missing headers and the bad markup of a page that it looks at.

It presses buttons like a browser.
"""

from functools import cached_property

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from companion.text import ENGLISH
from companion.web.app.security import HEADERS
from tests.web.markup import parse, value_of, words_of


class StrictClient(FlaskClient):
    """Every answer is checked; one that is a page or a fragment carries it as ``page``."""

    words = ENGLISH  # in which buttons are pressed
    is_recognized = True  # whether it keeps the cookie by which a table knows its phone

    def _update_cookies_from_response(self, server_name, path, headers):
        kept = [header for header in headers if self.is_recognized or not header.startswith("phone=")]
        super()._update_cookies_from_response(server_name, path, kept)

    def open(self, *args, **kwargs):
        kwargs.setdefault("buffered", True)  # files are closed
        response = super().open(*args, **kwargs)
        if not self.is_recognized and response.status_code == 303 and response.location.endswith("new=1"):
            response = super().open(response.location, **kwargs)
        if response.status_code in (204, 304):
            # Nearly always what a phone has already: no body, nothing to say about one.
            assert response.data == b""
            return response
        for name, value in HEADERS.items():
            assert response.headers.getlist(name) == [value], f"{name} is missing or wrong"
        assert "Cache-Control" in response.headers
        if response.mimetype == "text/html" and response.text and not 300 <= response.status_code < 400:
            response.page = Page(self, response.text)
        return response


class Page:
    """A page, or a fragment of one, which is parsed and checked once somebody looks at it."""

    def __init__(self, client, source):
        self.client = client
        self.source = source

    @cached_property
    def root(self):
        return parse(self.source)

    @property
    def text(self):
        return words_of(self.root)

    @property
    def title(self):
        return words_of(self.root.find(".//h1"))

    def all(self, tag="*", **attributes):
        """The elements with this tag and these attributes (``class_`` is one of the classes)."""
        wanted = attributes.pop("class_", None)
        shelved = {element for template in self.root.iter("template") for element in template.iter()}
        return [
            element
            for element in self.root.iter()
            if isinstance(element.tag, str)
            and (element not in shelved or element.tag == "template")
            and tag in ("*", element.tag)
            and (wanted is None or wanted in element.get("class", "").split())
            and all(element.get(name) == value for name, value in attributes.items())
        ]

    def one(self, tag="*", **attributes):
        """The only element like this."""
        (found,) = self.all(tag, **attributes)
        return found

    def read(self, tag="*", **attributes):
        """The words of the only element like this."""
        return words_of(self.one(tag, **attributes))

    def rows(self, table):
        """A table by its class: the words of its cells, row by row."""
        return [[words_of(cell) for cell in row] for row in self.one("table", class_=table).iter("tr")]

    def field(self, label):
        (found,) = [element for element in self.all("label") if words_of(element) == label]
        return self.one(id=found.get("for"))

    def value(self, name):
        """What stands in a field now, or what is chosen of several answers."""
        answers = self.all("input", name=name, type="radio")
        if answers:
            return next((answer.get("value") for answer in answers if answer.get("checked") is not None), None)
        return value_of(self.one(name=name))

    def problem(self, name):
        """What a screen reader says is wrong with a field; None if nothing is."""
        field = self.one(name=name)
        if field.get("aria-invalid") != "true":
            return None
        return " ".join(self.read(id=told) for told in field.get("aria-describedby").split())

    def follow(self, link):
        (found,) = [element for element in self.all("a") if words_of(element) == link]
        return self.client.get(found.get("href")).page

    def has_button(self, name):
        """Whether there is a button with this name."""
        return self.client.words.gettext(name) in map(words_of, self.all("button"))

    def press(self, name, typed=None):
        """Press the first button with this name after typing: the form is sent as a browser would."""
        for form in self.all("form"):
            for button in form.iter("button"):
                # In the tests of translation, words stand in brackets.
                if words_of(button).strip("⟦⟧") == self.client.words.gettext(name):
                    sent = _filled(form, button)
                    for field, value in (typed or {}).items():
                        sent[field] = value
                    address = button.get("formaction") or form.get("action")
                    return self.client.post(address, data=sent)
        raise AssertionError(f"no button {name}")


def _filled(form, button):
    fields = [(field.get("name"), value_of(field)) for tag in ("input", "select") for field in form.iter(tag)]
    sent = MultiDict((name, value) for name, value in fields if name and value is not None)
    if button.get("name"):
        sent[button.get("name")] = button.get("value", "")
    return sent
