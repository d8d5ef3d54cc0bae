"""Before the first round: which game, who sits where, who starts, and a little suspense where that is drawn by lot."""

from playwright.sync_api import expect

from tests.browser.phone import FOUR


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
