"""A match of The Fool's Field on a phone: two taps a game."""

import re

from playwright.sync_api import expect


def test_a_match(phone):
    phone.sit_down("Anne", "Paul", game="fools-field")

    def enter(number, answer):
        phone.tap(f"Enter round {number}", "link")
        phone.seen.get_by_role("button", name=re.compile(f"^{answer}")).first.tap()
        phone.saved(number)

    enter(1, "Anne$")
    phone.reads("Lost game 1.")
    enter(2, "Paul started the last battle")
    phone.totals("1½", "1").reads("Paul, who started it, can start again.").tap("Choose Paul")
    phone.reads("By the rules Anne starts.")
    enter(3, "Anne$")
    phone.shows("Anne wins").tap("Sheet and downloads", "link")
    phone.link(re.compile("^3")).tap()
    expect(phone.button("Anne")).to_have_attribute("aria-current", "true")
    phone.tap("Paul")
    phone.shows("Paul wins").tap("Rematch with changes", "link")
    expect(phone.button("The Fool’s Field")).to_have_attribute("aria-current", "true")
    expect(phone.player(2)).to_have_value("Paul")
