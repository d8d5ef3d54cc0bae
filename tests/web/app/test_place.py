"""Below a path of a site, and as one cell of many: every address that goes out has the path and the cell."""

import io
import json
import re

import pytest

from companion import create_app
from companion.web.app.place import Place
from tests.web.builders import OUT, Phone, a_file, a_group, a_key, a_table, new_game
from tests.web.strict_client import StrictClient

SITE = "https://example.org"
BELOW = "/companion"
ADDRESSES = re.compile(r'(?:href|src|action|formaction|data-[\w-]+|hx-[\w-]+)="(/[^"]*)"')
NO_ADDRESS = re.compile(r"/\d+$")  # a draft's name


def made(folder, **options):
    app = create_app(folder, **options)
    app.testing = True
    return app


@pytest.fixture(scope="module")
def below(tmp_path_factory):
    """A phone at a companion below a path of a site."""
    app = made(tmp_path_factory.mktemp("below"), public_url=SITE + BELOW)
    yield StrictClient(app)
    app.extensions["store"].close()


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    """Three companions by their names, the last of which is no cell."""
    apps = {name: made(tmp_path_factory.mktemp("cell"), cell=name) for name in ("b", "east2", "")}
    yield {name: StrictClient(app) for name, app in apps.items()}
    for app in apps.values():
        app.extensions["store"].close()


# Below a path


def test_every_address_on_every_page_is_below_the_path(below):
    group = a_group(below)
    assert group.address.startswith(f"{BELOW}/g/")
    phone = group.table().with_round("17", OUT, "13", "5")
    seen, due = set(), [f"{BELOW}/", phone.address, group.address]
    while due:
        path = due.pop().partition("#")[0].replace("&amp;", "&")
        if path in seen or "/static/" in path:
            continue
        seen.add(path)
        answer = below.application.test_client().get(path)
        if answer.status_code != 200 or answer.mimetype != "text/html":
            continue
        found = [address for address in ADDRESSES.findall(answer.text) if not NO_ADDRESS.match(address)]
        assert [address for address in found if not address.startswith(f"{BELOW}/")] == [], path
        links = re.findall(r'href="([^"]+)"', answer.text)
        due += [link for link in links if link.startswith("/") and len(seen) < 40]
    assert len(seen) >= 40
    shown = below.get(f"{phone.address}/share").text
    assert f'value="{SITE}{phone.address}"' in shown
    assert f"{SITE}{BELOW}{BELOW}" not in shown
    assert "open example.org/companion and type" in shown


def test_a_proxy_may_take_the_path_out_or_leave_it_in(below):
    phone = a_table(below)
    plain = phone.address.removeprefix(BELOW)
    assert below.get(plain).page.title == below.get(phone.address).page.title
    assert below.get(f"{plain}/live?page=table&as=host&v=1").status_code == 204
    assert below.get(f"{phone.address}/live?page=table&as=host&v=1").status_code == 204
    assert below.post("/tables", data=new_game()).location.startswith(f"{BELOW}/t/")
    assert below.get(BELOW).status_code == 200
    assert below.get(f"{BELOW}s/t/x").status_code == 404


def test_what_a_phone_installs_and_what_is_refused_leads_below_the_path(below):
    manifest = below.get(f"{BELOW}/manifest.webmanifest").get_json()
    assert {manifest["id"], manifest["scope"]} == {f"{BELOW}/"}
    assert manifest["start_url"] == f"{BELOW}/?start=last"
    assert below.get(manifest["icons"][0]["src"]).status_code == 200
    assert below.get(f"{BELOW}/sw.js").status_code == 200
    answer = below.post("/tables", base_url="http://evil.example")
    assert (answer.status_code, f'href="{SITE}{BELOW}/"' in answer.text) == (421, True)
    of_the_site = below.get(f"{BELOW}/", base_url="https://example.org").headers
    assert "Strict-Transport-Security" not in of_the_site, "that is for the site to say"


def test_what_is_inside():
    inside = [Place("/a").inside(path) for path in ("/a/t/x", "/t/x", "/a", "/ab/t/x", "")]
    assert inside == ["/t/x", "/t/x", "/", "/ab/t/x", ""]
    assert (Place("").inside("/t/x"), Place("/a/b").inside("/a/b/")) == ("/t/x", "/")


# Cells


def test_keys_of_tables_groups_and_links_begin_with_the_cell(cells):
    group = a_group(cells["b"])
    phone = group.table().with_round("17", OUT, "13", "5")
    assert phone.key.startswith("b.")
    assert group.key.startswith("b.")
    shared = re.findall(r"/t/([^\"/]+)\"", cells["b"].get(f"{phone.address}/share").text)
    assert shared
    assert all(key.startswith("b.") for key in shared)
    assert cells["b"].get(f"{phone.address}/live?page=table&as=host&v=2").status_code == 204
    assert phone.visit("/settings").press("Stop here").status_code == 303
    again = phone.post("/rematches", first_starter="1")
    assert again.location.startswith("/t/b.")


def test_another_cell_refuses_and_lets_the_phone_try_again(cells):
    phone = a_table(cells["b"])
    elsewhere = Phone(cells["east2"], phone.address)
    for answer in (elsewhere.client.get(elsewhere.address), elsewhere.post("/undos", seq=1)):
        assert answer.status_code == 421
        assert answer.page.title == "This is kept on another computer"
        assert answer.headers["Retry-After"] == "10"
    assert cells["east2"].get(f"{phone.address}/live?page=table&as=host&v=1").status_code == 421
    assert cells["east2"].get(f"/g/b.{a_key()}").status_code == 421
    assert cells["b"].get(f"/t/b.{a_key()}").status_code == 404
    cross_site = cells["east2"].post(f"{phone.address}/rounds", data={}, headers={"Sec-Fetch-Site": "cross-site"})
    assert cross_site.status_code == 403, "what another site sent is not shown, to be sent again"


def code_of(phone):
    return phone.visit("/share").one(class_="code").text


def test_a_code_is_sent_on_to_the_cell_that_gave_it_out(cells):
    phone = a_table(cells["east2"])
    code = code_of(phone)
    assert re.fullmatch(r"EAST2 [A-Z2-9]{5} [A-Z2-9]{5}", code)
    sent = cells["b"].post("/joins", data={"key": a_key(), "code": code.lower()})
    assert sent.status_code == 307, "with the same method and body"
    assert sent.location == "/joins/east2.code", "which stands in logs, so the code does not"
    assert cells["east2"].post(sent.location, data={"key": a_key(), "code": code}).location.startswith("/t/east2.")
    assert cells["east2"].post("/joins", data={"code": code}).location.startswith("/t/east2.")
    assert cells["east2"].post("/joins", data={"code": code.partition(" ")[2]}).location.startswith("/t/east2.")
    assert cells[""].post("/joins", data={"code": code}).status_code == 422


def test_a_game_and_a_file_go_to_the_cell_of_their_group(cells):
    group, elsewhere = a_group(cells["b"], "Fridays"), a_group(cells["east2"])
    for path in ("/tables", "/tables/new", "/tables/seats"):
        sent = cells["east2"].post(path, data=new_game(group=group.address))
        assert (sent.status_code, sent.location) == (307, f"{group.address}{path}")
    started = cells["b"].post(f"{group.address}/tables", data=new_game(group=group.address))
    assert started.location.startswith("/t/b.")
    form = {"key": a_key(), "phone": a_key(), "groups": f"{group.address} {elsewhere.address}"}
    for cell, path, goes_to in (
        ("east2", "/imports", f"{group.address}/files"),
        ("b", f"{group.address}/files", f"{group.address}/tables/"),
    ):
        file = (io.BytesIO(json.dumps(a_file()).encode()), "sheet.json")
        assert cells[cell].post(path, data=form | {"file": file}).location.startswith(goes_to)
    assert len(group.tables()) == 2
    refused = a_table(cells["b"]).post("/group", group=f"https://example.org{elsewhere.address}")
    assert (refused.status_code, "Another computer keeps this group." in refused.text) == (422, True)
