"""What happens on one phone shows on every other, without a reload and without disturbing anybody."""

from playwright.sync_api import expect

from tests.browser import elsewhere


def test_a_game_on_two_phones(phone, another_phone):
    phone.sit_down(tens_to_end="2")
    other = another_phone().sit_at(phone.table.removeprefix(phone.address))
    other.run("document.body.dataset.same = 'yes'")
    phone.open_entry(1)
    for player, faces in {"Anne": (5, 12), "Paul": (1, 7), "Camille": (21, 2), "Ben": (8, 9)}.items():
        if player != "Anne":
            phone.choose(player)
        phone.cards(*faces)
    phone.tap("Rachel is out: save")
    assert phone.taps <= 12
    phone.saved(1)
    other.shows("Round 2").totals("−17", "−12", "10", "−23", "−17")
    other.reads("Round 1 saved: Anne −17, Paul −12, Rachel +10, Camille −23, Ben −17", "#announcement")
    expect(other.page).to_have_title("Round 2 · Fool! companion")

    phone.visit("/rounds/1")
    phone.left("Anne").fill("18")
    phone.tap("Save round 1")
    other.totals("−18", "−12", "10", "−23", "−17")
    phone.has_come().tap("Undo")
    other.totals("−17", "−12", "10", "−23", "−17")

    # The other phone enters the last round.
    phone.has_come().shows("Round 2")
    assert other.run("document.body.dataset.same") == "yes", "it was not loaded again"
    other.type_round("5", "6", "", "7", "8").save(2).saved(2).shows("Rachel wins")
    phone.shows("Rachel wins")
    words, written = phone.visit("/history").run(
        """[document.querySelector("time").textContent, new Date(document.querySelector("time").dateTime)
            .toLocaleString("en", { dateStyle: "medium", timeStyle: "short" })]"""
    )
    assert words == written, "the time as the phone writes it"


def test_who_reads_keeps_the_place_and_who_types_what_was_typed(phone, another_phone):
    """Scrolled, with the house rules open and a link focused; with the cursor in a field."""
    phone.sit_down()
    typist = another_phone().sit_at(phone.table.removeprefix(phone.address))
    for number in range(1, 5):
        elsewhere.enter(phone.table, number, "7", "", "3", "5", "4")
    phone.visit("/sheet")
    rules, link = phone.seen.get_by_text("House rules"), phone.link("CSV")
    rules.tap()
    link.focus()
    rules.evaluate("rules => scrollBy(0, rules.getBoundingClientRect().top - 60)")
    before = rules.bounding_box()["y"]
    typist.visit("/rounds/new").type_hand("Anne", "5 1")
    typist.left("Paul").fill("7 ")
    elsewhere.enter(phone.table, 5, "5", "6", "", "5", "4")
    expect(phone.page.locator("tbody tr")).to_have_count(5)
    expect(phone.page.locator("details.rules-in-force")).to_have_attribute("open", "")
    expect(link).to_be_focused()
    assert abs(rules.bounding_box()["y"] - before) < 2, "a round came in above, and pushed nothing away"
    expect(typist.page.get_by_text("Round 5 is saved")).to_be_visible()
    expect(typist.left("Anne")).to_have_value("5 1")
    expect(typist.left("Paul")).to_have_value("7 ")
    expect(typist.left("Paul")).to_be_focused()
