"""Pages for what went wrong: each says what happened and what to do, and leads on."""

from tests.web.builders import OUT, a_group, a_table, another_link


def read_notice(response):
    """The title of an error page and where its buttons lead, but for those that a script shows."""
    page = response.page
    links = [link.get("href") for link in page.one("main").iter("a") if "hidden" not in link.attrib]
    return page.title, links


def test_who_watches_is_told_whom_to_ask(client, phone):
    watcher, scorer = phone.handed_on("watcher"), phone.handed_on("scorer")
    answer = watcher.enter("17", OUT, "13", "5")
    assert read_notice(answer) == ("This phone can only watch", [watcher.address])
    assert "Ask a host for the link “Score with us”." in answer.page.text
    assert read_notice(scorer.post("/links", role="watcher")) == ("Only hosts can do that", [scorer.address])


def test_an_ended_link_says_why_and_what_to_do(client, app):
    group = a_group(client)
    phone = group.table()
    ended = another_link(app, phone, "scorer", ended=True)
    answer = ended.client.get(f"{ended.address}/sheet")
    assert read_notice(answer) == ("This link no longer works", ["/joins/new", "/"])
    assert "Ask a host for the new link. Your entries are safe on this phone." in answer.page.text
    assert answer.page.one(class_="notice").get("data-replaced") == ended.address
    assert ["hidden" in link.attrib for link in answer.page.one("main").iter("a")] == [True, False, False]
    (table,) = group.tables()
    group.post(f"/tables/{table}/deletion")
    assert read_notice(client.get(phone.address)) == ("This game was deleted", ["/"])
    group.post("/deletion")
    assert client.get(group.address).page.title == "This group was deleted"
    replaced = a_group(client)
    replaced.post("/links")
    assert read_notice(client.get(replaced.address)) == ("This link no longer works", ["/"])
    assert "Ask the group for the new link." in client.get(replaced.address).page.text


def test_what_is_not_there_leads_back_to_what_is(client):
    phone, group = a_table(client), a_group(client)
    for path, page in {
        **{phone.address + path: ("Page not found", [phone.address]) for path in ("/x", "/rounds/9")},
        f"{phone.address}/live?page=nothing": ("Page not found", [phone.address]),
        f"{group.address}/nothing": ("Page not found", [group.address]),
        "/t/forged": ("This link doesn’t open a table", ["/joins/new", "/"]),
        "/g/forged": ("This link doesn’t open a group", ["/"]),
        "/nothing": ("Page not found", ["/"]),
    }.items():
        assert read_notice(client.get(path)) == page


def test_a_refused_form_that_is_loaded_again_leads_back(client, phone):
    assert client.get(f"{phone.address}/names").location == phone.address
    assert client.get("/tables").location == "/tables/new"
