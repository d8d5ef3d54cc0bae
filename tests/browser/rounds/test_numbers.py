"""The number pad: a round of another game with one thumb."""

from playwright.sync_api import expect

PLAYERS = ("Anne", "Paul", "Rachel")


def test_rounds_are_typed_on_the_pad(phone):
    """Nobody is anything before it is said: an untouched player is missing, and a sign alone is no number."""
    phone.sit_down(*PLAYERS, game="points", title="Phase 10").tap("Enter round 1", "link")
    pad = phone.seen.get_by_role("group", name="Keys:")

    def points(player):
        return phone.hand(player).get_by_label("Points")

    def keys(*names):
        for name in names:
            phone.tap(name, within=pad)
            phone.tapped = ""

    keys("1", "2", "5", "Change the sign", "Half", "7")  # nothing comes after a half
    expect(points("Anne")).to_have_value("−125½")
    assert points("Anne").get_attribute("inputmode") == "none"
    keys("Delete last", "0", "Delete last")
    expect(points("Anne")).to_have_value("−125")
    phone.next_player()
    keys("Delete last")
    keys("Change the sign")
    expect(phone.verdict).to_have_text("Still to enter: Paul and Rachel")
    keys("7")
    phone.save(1)  # too early: it says who is missing
    phone.next_player()
    expect(phone.hand("Rachel")).to_have_attribute("aria-current", "true")
    assert phone.page.url.endswith("/rounds/new"), "without asking the server"
    keys("0")
    phone.reload()
    expect(points("Paul")).to_have_value("−7")
    expect(phone.verdict).to_have_text("Save: Anne −125, Paul −7, Rachel 0")
    phone.save(1).saved(1).totals("−125", "−7", "0")


def test_twelve_long_names_and_the_pad_are_in_sight_together(phone):
    """A name that is too long for its row ends with …: it makes no row higher."""
    names = [f"{name}-Maximiliane von Hohenstein" for name in "ABCDEFGHIJKL"]
    phone.sit_down(*names, game="points").visit("/rounds/new")
    for name in names:
        expect(phone.hand(name).get_by_label("Points")).to_be_in_viewport(ratio=1)
    keys = phone.page.locator(".pad-dock").bounding_box()["y"]
    assert all(
        row.bounding_box()["y"] + row.bounding_box()["height"] <= keys for row in phone.page.locator(".seat-row").all()
    )
