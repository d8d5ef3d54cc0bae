"""Nothing that somebody typed is ever lost, and what was saved does not come back."""

from playwright.sync_api import expect


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
