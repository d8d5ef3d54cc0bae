"""Before the first round: which game, who sits where, who starts, and a little suspense where that is drawn by lot."""

from playwright.sync_api import expect

from tests.browser.phone import FOUR

# What the name of who starts says over time.
WATCH = """
    window.said = [];
    document.addEventListener("DOMContentLoaded", () => {
        const opening = document.querySelector(".opening-starts bdi");
        if (!opening) return;
        const look = () => said.push(opening.textContent);
        look();
        new MutationObserver(look).observe(opening, { childList: true, characterData: true, subtree: true });
    });
"""


def test_names_seats_and_the_game_are_chosen(phone):
    phone.open("/tables/new")
    fifth = phone.player(5)
    phone.player(1).focus()
    for name in FOUR:  # Enter goes on, and sends nothing
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    expect(fifth).to_be_focused()
    fifth.fill("Ben")
    phone.field("First starter").select_option("Ben")
    phone.tap("Move player 5 up")
    expect(phone.player(4)).to_have_value("Ben")
    expect(phone.field("First starter")).to_have_value("4")
    expect(phone.button("Move player 4 up")).to_be_focused()
    phone.tap("The Fool’s Field")
    expect(phone.player(3)).to_have_count(0)
    phone.tap("Durak")
    expect(phone.player(4)).to_have_value("Ben")
    phone.field("First starter").select_option("The lowest trump")
    phone.reload()
    expect(phone.player(5)).to_have_value("Camille")
    phone.player(5).fill("")
    expect(phone.player(5)).to_be_visible()
    expect(phone.player(6)).to_be_hidden()
    phone.tap("Start game")
    phone.has_come().reads("The lowest trump attacks first.", ".opening-starts")


def test_only_what_was_typed_comes_back(phone):
    """Of the game that it was typed for, whole; a page that was refused loads again without sending again."""
    phone.open("/tables/new").tap("Another game")
    phone.field("Title").fill("Skat")
    phone.name("Anne", "Paul", "Anne")
    expect(phone.page.locator("#first_starter option")).to_have_text(["Draw lots", "Anne", "Paul", "Anne"])
    phone.tap("Start game")
    wrong = phone.page.get_by_text("Somebody else has this name.")
    expect(wrong).to_be_visible()
    phone.player(3).fill("Rachel")
    expect(wrong).to_be_hidden()
    assert phone.page.reload().request.method == "GET"
    back = phone.page.get_by_text("Your unsaved entry is back.")
    expect(back).to_be_visible()
    expect(phone.ready().field("Title")).to_have_value("Skat")
    expect(phone.player(3)).to_have_value("Rachel")
    phone.open("/tables/new")
    expect(phone.player(1)).to_have_value("")
    expect(back).to_be_hidden()


def test_a_starter_that_is_drawn_keeps_everybody_waiting_for_a_moment(another_phone):
    """And what is wrong with the names is in sight before."""
    phone = another_phone(before=WATCH)
    phone.page.clock.install()
    phone.open("/tables/new")
    phone.name(*FOUR[:3], "Anne")
    phone.tap("Start game")
    wrong = phone.page.locator("[aria-invalid]")
    expect(wrong.first).to_be_focused()
    expect(wrong.first).to_be_in_viewport()
    phone.player(4).fill("Camille")
    phone.tap_key(phone.button("Start game"))
    phone.has_come().page.clock.run_for(5000)
    expect(phone.page.locator(".opening.drawn")).to_be_visible()
    names = phone.run("said")
    assert set(names) == set(FOUR)
    drawn = FOUR[int(phone.page.locator(".opening").get_attribute("data-drawn"))]
    assert names[-1] == drawn, "whom the server has drawn"
    phone.reload()
    assert phone.run("said") == [drawn], "it is drawn once"
