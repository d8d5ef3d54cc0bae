"""What happens on one phone shows on every other, without a reload and without disturbing anybody."""

from playwright.sync_api import expect

from tests.browser.phone import FOUR

LOOKS = """[...document.querySelectorAll(".triumph > *, .ranking *")].map((element) => {
    const { color, display, fontSize, inlineSize } = getComputedStyle(element);
    return [element.className, color, display, fontSize, inlineSize].join();
})"""


def test_a_game_on_two_phones(phone, another_phone):
    phone.sit_down(*FOUR, tens_to_end="2")
    other = another_phone().sit_at(phone.table.removeprefix(phone.address))
    other.run("document.body.dataset.same = 'yes'")
    phone.open_entry(1)
    phone.cards(17)
    for player in ("Paul", "Rachel"):
        phone.type_hand(player, "13")
    phone.tap("Camille is out: save")
    phone.saved(1)
    other.shows("Round 2").totals("−17", "−13", "−13", "10")
    other.reads("Round 1 entered: Anne −17, Paul −13, Rachel −13, Camille +10", "#announcement")
    expect(other.page).to_have_title("Table, round 2 · Fool! companion")

    phone.visit("/rounds/1")
    phone.left("Anne").fill("18")
    phone.tap_key(phone.button("Save round 1"))
    other.totals("−18", "−13", "−13", "10")
    phone.saved(1).tap("Undo")
    other.totals("−17", "−13", "−13", "10")

    # The other phone enters the last round: the end looks as it does when it is opened.
    phone.has_come().shows("Round 2")
    assert other.run("document.body.dataset.same") == "yes", "it was not loaded again"
    other.type_round("", "5", "6", "7").save(2).saved(2).shows("Camille wins")
    phone.shows("Camille wins")
    came = phone.run(LOOKS)
    assert phone.reload().run(LOOKS) == came


def test_who_reads_keeps_the_place_and_who_types_what_was_typed(phone, another_phone):
    """Scrolled, with the reasons open and a link focused; with the cursor in a field."""
    phone.sit_down()
    writer, typist = (another_phone().sit_at(phone.table.removeprefix(phone.address)) for _ in "12")
    writer.type_round("17", "", "13", "5", "4").save(1).saved(1)
    phone.visit("/sheet")
    reasons, link = phone.seen.get_by_text("Why?"), phone.link("CSV")
    reasons.tap()
    link.focus()
    phone.run("scrollTo(0, 150)")
    before = reasons.bounding_box()["y"]
    typist.visit("/rounds/new").type_hand("Anne", "5 1")
    typist.left("Paul").fill("7 ")
    writer.type_round("5", "6", "", "5", "4").save(2).saved(2)
    expect(phone.page.locator("tbody tr")).to_have_count(2)
    expect(phone.page.locator("details.why")).to_have_attribute("open", "")
    expect(link).to_be_focused()
    assert abs(reasons.bounding_box()["y"] - before) < 2, "a round came in above, and pushed nothing away"
    expect(typist.page.get_by_text("Round 2 is saved by now.")).to_be_visible()
    expect(typist.left("Anne")).to_have_value("5 1")
    expect(typist.left("Paul")).to_have_value("7 ")
    expect(typist.left("Paul")).to_be_focused()
