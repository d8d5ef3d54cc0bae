"""Event streams: a phone hears at once that its table has changed, and nothing that a poll would not have said."""

import sqlite3

import pytest

from companion.store import changes
from companion.store.database import Store
from companion.store.tables.writing import append
from tests.server import until
from tests.store.changes import starter_chosen
from tests.web.builders import OUT, a_group, a_key, another_link

ROUND = ("17", OUT, "13", "5")


@pytest.fixture
def hearing(listen):
    """An ear at a table that has said where it stands."""

    def hear(address, version="1"):
        ear = listen(address)
        assert ear.hears() == ("", version)
        return ear

    return hear


@pytest.mark.parametrize("role", ["scorer", "watcher"])
def test_it_tells_the_version_at_once_and_after_each_change(hearing, app, phone, role):
    ear = hearing(another_link(app, phone, role).address)
    phone.with_round(*ROUND)
    assert ear.hears() == ("", "2")
    phone.post("/undos", seq="2")
    assert ear.hears() == ("", "3")
    told = ear.answer.headers
    assert told["Content-Type"] == "text/event-stream; charset=utf-8"
    assert (told["Cache-Control"], told["X-Accel-Buffering"]) == ("no-store", "no")
    assert told["Referrer-Policy"] == "no-referrer"


def test_what_another_process_writes_is_heard_as_well(hearing, served, phone, monkeypatch):
    """Also after a glance that failed, as while the file's log is recovered."""
    ear, failed = hearing(phone.address), []

    def busy(_store):
        failed.append(True)
        raise sqlite3.OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(changes, "data_version", busy)
        until(lambda: failed)
    other = Store(served.app.extensions["store"].path)
    append(other, phone.key, a_key(), starter_chosen(1, 2))
    other.close()
    assert ear.hears() == ("", "2")


def test_the_end_of_a_link_or_a_table_is_heard_and_ends_the_stream(hearing, listen, app, client, phone):
    ended = another_link(app, phone, "watcher")
    ear, host = hearing(ended.address), listen(phone.address, phone.client.get_cookie("phone").value)
    assert host.hears() == ("", "1")
    phone.post("/links")
    assert (ear.hears(), ear.hears()) == (("ended", ""), None)
    # Who is known goes on; a big screen shows links to hand on: a poll would have told it as well.
    assert host.hears() == ("", "1")
    group = a_group(client)
    of_group = hearing(group.table().address)
    group.post(f"/tables/{group.tables()[0]}/deletion")
    assert of_group.hears() == ("ended", "")


def test_where_there_is_no_stream_the_status_says_why(listen, app, client, phone):
    """As under ``flask run``, where status 204 tells a browser not to ask again."""
    ended, events = another_link(app, phone, ended=True), f"{phone.address}/events"
    assert [listen(address).answer.status for address in (ended.address, "/t/forged")] == [410, 404]
    assert (client.post(events).status_code, client.get(events).status_code) == (405, 204)
