"""Phones whose browser says something odd, and drafts of fields that today's games don't have."""

from playwright.sync_api import expect

LANGUAGES = "Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix', 'en'] });"
RADIO = "<label><input type='radio' name='choice' value='%(value)s'>%(value)s</label>"
RADIOS = "".join(RADIO % {"value": word} for word in ("one", "two", "three"))
IN_THE_FORM = f"""addEventListener("DOMContentLoaded", () => {{
    document.querySelector("#entry")?.insertAdjacentHTML("beforeend", "{RADIOS}");
}});"""
CHOICES = """() => [...document.querySelectorAll("[name=choice]")].map(({ value, checked }) => [value, checked])"""


def test_a_language_that_no_clock_knows(phone):
    """Times are shown all the same, and the scripts that come later run."""
    phone.page.add_init_script(LANGUAGES)
    phone.start_game()
    phone.page.goto(f"{phone.table}/history")
    time = phone.page.locator("time[data-local]").first
    expect(time).to_contain_text("20")
    assert time.inner_text() != time.get_attribute("datetime")
    assert phone.page.evaluate("JSON.parse(localStorage.getItem('tables')).length") == 1


def test_a_draft_chooses_none_of_several_that_nobody_chose(phone):
    """Of radio buttons the one that was chosen comes back with its own value, and the others keep theirs."""
    phone.start_game()
    phone.page.add_init_script(IN_THE_FORM)
    phone.open_entry(1)
    phone.cards(5)
    phone.page.reload()
    expect(phone.hand("Anne").get_by_label("Cards left")).to_have_value("5")
    assert phone.page.evaluate(CHOICES) == [["one", False], ["two", False], ["three", False]]
    phone.page.get_by_label("two").check()
    phone.page.reload()
    assert phone.page.evaluate(CHOICES) == [["one", False], ["two", True], ["three", False]]
