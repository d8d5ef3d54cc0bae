"""Below a path of a site: every address that goes out has the path."""

import re

import pytest

from companion import create_app
from tests.web.builders import OUT, a_group, a_table, new_game
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
        answer = below.application.test_client().get(path, follow_redirects=True)
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
