"""The rules are searched while somebody types."""

from playwright.sync_api import expect


def test_the_rules_are_searched(phone):
    rules = phone.open("/rules/fool").page
    field, found = phone.field("Search the rules"), rules.locator("#found")

    def parts():
        return rules.locator(".rules h2:visible").all_inner_texts()

    everything = parts()
    field.fill("shed  LOWEST")
    assert 0 < len(parts()) < len(everything)
    for part in rules.locator(".rules > section:visible").all():
        assert {mark.lower() for mark in part.locator("mark").all_inner_texts()} == {"shed", "lowest"}
    expect(found).to_have_text(f"Places found: {rules.locator('mark').count()}")
    chips = rules.get_by_role("navigation", name="On this page").get_by_role("link").all_inner_texts()
    assert chips[1:] == parts()
    field.fill("-80")  # a hyphen is as good as a minus
    expect(rules.locator("mark").first).to_have_text("−80")
    field.fill("(.*")
    expect(found).to_have_text("Nothing found.")
    field.fill("several clockwise")
    assert parts() == ["The next round"]
    phone.tap("House rule: Who starts the next round?", "link")  # was put away by the search
    expect(rules.locator("#house-starter_by")).to_be_in_viewport()
    assert parts() == everything
    field.fill("disc")
    field.press("Escape")
    expect(field).to_have_value("")
    assert (parts(), rules.locator("mark").count()) == (everything, 0)
