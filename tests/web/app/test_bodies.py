"""What is sent in a request: too much of it, too many fields, or nothing that can be read."""

import pytest
from werkzeug import formparser
from werkzeug.test import create_environ
from werkzeug.wrappers import Response

from companion.web.app.security import MAX_FIELDS_PER_FORM
from tests.web.app.test_hostile import addresses
from tests.web.builders import OUT, a_group, a_table

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def phone(client):
    return a_table(client).with_round("17", OUT, "13", "5")


def test_too_much_is_refused_and_too_many_fields_are_never_parsed(client, app, phone, monkeypatch):
    """Whatever is posted, and wherever. A hundred thousand fields would take half a second, whatever the answer is."""
    parsed, group = [], a_group(client).with_game()
    monkeypatch.setattr(formparser, "parse_qsl", lambda *sent, **_: parsed.extend(filter(None, sent)) or [])
    for address in addresses(app, "POST", phone.key, group):
        parsed.clear()
        client.post(address, data=b"x&" * MAX_FIELDS_PER_FORM + b"x", content_type=FORM)
        assert not parsed, address
        response = client.post(address, data=b"x=" + b"a" * 1024 * 1024, content_type=FORM)
        assert (response.status_code, response.page.title) == (413, "That’s too large"), address


def test_a_broken_body_breaks_nothing(app, phone):
    before = phone.sheet
    strange = b"player-1=%ff%fe&player-2=\xff\xfe&player-3=%ed%a0%80&player-4=%00&first_starter=%ff"
    for body in (strange, b"&&&===%%%&player-1", b"\x00\x01\x02", b""):
        for kind in (FORM, "multipart/form-data", "application/json"):
            for address in ("/tables", "/imports", f"{phone.address}/rounds", f"{phone.address}/names"):
                assert app.test_client().post(address, data=body, content_type=kind).status_code in (400, 422)
    assert phone.sheet == before


def test_a_host_that_can_be_no_name_is_refused_in_a_line(app, phone, caplog):
    for host in ("..", "a..b", "a" * 64, f"{'a' * 64}.example", "1" * 5000):
        for method, path in (("POST", "/tables/new"), ("GET", "/nothing"), ("GET", f"{phone.address}/share")):
            answer = Response.from_app(app, create_environ(path, method=method) | {"HTTP_HOST": host})
            assert (answer.status_code, answer.get_data(as_text=True)) == (400, "Wrong address")
    assert not caplog.records
