"""What a phone may keep of a table, and what comes of what is decided on a kept page."""

from tests.web.builders import OUT, a_table

KEPT = ["", "/sheet", "/chart", "/history", "?why=2", "/screen", "/rules"]
FORMS = ["/share", "/settings", "/rounds/new", "/rounds/1", "/phones", "/rematch"]


def test_a_phone_may_keep_what_there_is_to_read_and_no_form(client):
    phone = a_table(client).with_round("=41", OUT, "13", "5")
    kept = ["/", "/offline", "/rules/fool", *(phone.address + path for path in KEPT)]
    assert all("Companion-Offline" in client.get(address).headers for address in kept)
    assert not any("Companion-Offline" in client.get(phone.address + path).headers for path in FORMS)


def test_what_is_decided_on_a_kept_page_counts_once_and_not_past_anybody(client):
    """Back and once more, or in two tabs: the second is told that somebody was quicker, and nothing is lost."""
    phone = a_table(client, first_starter="1", starter_by="round").with_round("=41", OUT, "5", "6")
    phone.with_round("2", OUT, "17", "3")
    form = {"key": phone.visit().all("input", name="key")[0].get("value"), "number": "3"}
    answers = [phone.client.post(f"{phone.address}/starters", data=form | {"seat": seat}) for seat in ("2", "4")]
    assert [answer.status_code for answer in answers] == [303, 409]
    assert phone.sheet["next"]["starter"] == "Paul"
    page = phone.undoing().visit()
    assert [page.press("Redo").status_code for _ in range(2)] == [303, 303]
    assert phone.visit("/history").text.count("Redone") == 1
