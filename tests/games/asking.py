"""A phone without JavaScript before a referee: the address holds the question, a tap sends it with one thing more."""

from urllib.parse import urlencode

from tests.web.markup import value_of, words_of


class Asking:
    def __init__(self, client, address, **question):
        self.client = client
        self.open(address, list(question.items()))

    def open(self, address, query):
        self.page = self.client.get(address + (f"?{urlencode(query, doseq=True)}" if query else "")).page
        return self

    def button(self, name):
        """The first button that is called so, or whose name begins like this."""
        named = [(name_of(button), button) for button in self.page.all("button")]
        exact = (button for called, button in named if called == name)
        found = next(exact, None)
        return next(button for called, button in named if called.startswith(name)) if found is None else found

    def tap(self, name):
        """Tap a key, a card or a button: the form is sent as a browser would."""
        form, button = self.page.one("form", id="question"), self.button(name)
        fields = [field for field in form.iter() if field.tag in ("input", "select") and value_of(field) is not None]
        sent = [(field.get("name"), value_of(field)) for field in fields]
        return self.open(form.get("action"), [*sent, (button.get("name"), button.get("value"))])

    def read(self, tag="*", **attributes):
        """The words of a part of the page, without the marks that keep symbols plain."""
        return self.page.read(tag, **attributes).replace("\ufe0e", "")


def name_of(button):
    """What a screen reader calls a button; nothing if it is hidden."""
    if "hidden" in button.attrib:
        return ""
    heard = [part for part in button if part.get("class") == "visually-hidden"]
    return button.get("aria-label") or words_of(heard[0] if heard else button)


def answers(page):
    """The buttons of a page on which one tap saves a round."""
    return [words_of(button) for button in page.all("button", class_="answer")]


def current(page):
    """The value of the button that shows what is chosen."""
    return [button.get("value") for button in page.all("button", **{"aria-current": "true"})]
