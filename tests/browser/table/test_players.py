"""Somebody leaves and somebody joins on one phone, and the other phones show it."""


def test_one_leaves_and_another_joins_between_two(phone, another_phone):
    phone.sit_down()
    other = another_phone().sit_at(phone.table.removeprefix(phone.address))
    phone.type_round("17", "", "13", "5", "4").save(1).saved(1)
    phone.visit("/rounds/new").link("Somebody isn’t playing?").tap()
    page = phone.page
    page.get_by_role("checkbox", name="Ben").uncheck()
    page.get_by_label("New player").fill("Zoë")
    page.get_by_label("Sits after").select_option(label="Paul")
    page.get_by_role("radio", name="−17 like the last").check()
    phone.tap("Save for round 2")
    for each in (phone, other):
        each.reads("left after round 1")
        rows = each.page.locator(".standings bdi").all_inner_texts()
        assert rows == ["Anne", "Paul", "Zoë", "Rachel", "Camille", "Ben"]
    phone.visit("/rounds/new")
    assert page.locator(".hand-name").all_inner_texts() == ["Anne", "Paul", "Zoë", "Rachel", "Camille"]
