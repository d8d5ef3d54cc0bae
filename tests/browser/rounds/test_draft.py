"""Nothing that somebody typed is ever lost, and what was saved does not come back."""

from playwright.sync_api import expect

from tests.browser.elsewhere import send


def test_what_was_typed_is_there_again_until_it_is_saved(phone):
    phone.sit_down().open_entry(1)
    phone.cards(5, 12)
    phone.next_player()
    phone.cards(1)
    phone.hand("Camille").get_by_label("Fool! disc").check()
    phone.reload()
    expect(phone.page.get_by_text("Your unsaved entry is back.")).to_be_visible()
    expect(phone.left("Anne")).to_have_value("5 12")
    expect(phone.hand("Camille").get_by_label("Fool! disc")).to_be_checked()
    phone.cards(7)  # the same player as before
    expect(phone.left("Paul")).to_have_value("1 7")
    phone.tap("Table", "link")
    phone.has_come().open_entry(1)
    expect(phone.left("Paul")).to_have_value("1 7")
    phone.stop_the_clock().tap("Start over")
    phone.page.clock.run_for(150)
    phone.tap("Yes, start over")
    expect(phone.left("Paul")).to_have_value("1 7")  # so soon it was not meant
    phone.tapped = ""
    phone.page.clock.run_for(600)
    phone.tap("Yes, start over")
    expect(phone.left("Anne")).to_have_value("")
    phone.page.clock.resume()
    for player, typed in zip(("Anne", "Paul", "Rachel", "Camille"), ("9", "6", "7", "8"), strict=True):
        phone.type_hand(player, typed)
    phone.type_hand("Ben", "")
    phone.save(1).saved(1)
    phone.open_entry(2)
    expect(phone.left("Anne")).to_have_value("")

    # A correction that was left.
    phone.visit("/rounds/1")
    phone.left("Anne").fill("99")
    phone.save(1)
    expect(phone.page.get_by_text("There’s no 99 in the deck: cards go from 1 to 27.").first).to_be_visible()
    expect(phone.waiting).to_be_hidden()
    phone.left("Anne").fill("9")
    phone.cards(3)
    phone.tap("Table", "link")
    phone.has_come().visit("/rounds/1")
    expect(phone.left("Anne")).to_have_value("9 3")
    expect(phone.verdict).to_contain_text("Save: Anne −12")


def test_a_draft_is_saved_after_somebody_has_left(phone):
    phone.sit_down().open_entry(1)
    phone.next_player()
    phone.cards(5)
    send(f"{phone.table}/seatings", seen="1 2 3 4 5", row="1 2 3 4 5", plays="1 2 3 4", after="1")
    phone.visit("/rounds/new")
    expect(phone.page.get_by_text("Your unsaved entry is back.")).to_be_visible()
    for player, typed in zip(("Paul", "Rachel", "Camille"), ("6", "7", "8"), strict=True):
        phone.type_hand(player, typed)
    phone.choose("Anne")
    phone.type_hand("Anne", "")
    phone.save(1).saved(1)


def test_names_that_were_typed_come_back(phone):
    """Settings were left by the way back, and a name was refused; once saved, nothing comes back."""
    phone.sit_down()
    phone.tap("Rachel", "link")
    expect(phone.player(3)).to_be_focused()
    phone.player(3).fill("Rahel")
    phone.player(2).fill("")
    phone.tap("Save")
    phone.reads("Give this player a name.")
    phone.tap("Table", "link")
    phone.tap("Paul", "link")
    expect(phone.player(3)).to_have_value("Rahel")
    phone.player(2).fill("Pia")
    phone.tap_key(phone.button("Save"))
    phone.tap("Rahel", "link")
    expect(phone.player(2)).to_have_value("Pia")
    expect(phone.page.locator(".draft-notice")).to_be_hidden()
