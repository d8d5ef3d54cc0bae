"""Event streams: a phone hears at once that its table has changed, and nothing that a poll would not have said."""

import asyncio
import sqlite3

import pytest

from companion.store.database import Store
from companion.store.journal import facts
from companion.store.journal.tables import append, open_table
from companion.store.links import links
from companion.web.serving import streams as streams_module
from companion.web.serving.streams import Stream, Streams
from tests.server import until
from tests.web.builders import OUT, a_group, a_key, a_table, another_link

ROUND = ("17", OUT, "13", "5")


@pytest.fixture
def phone(client):
    return a_table(client)


def test_a_stream_is_never_kept_and_never_held_back(listen, phone):
    answer = listen(phone.address).answer
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert answer.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("role", ["host", "scorer", "watcher"])
def test_it_tells_the_version_at_once_and_after_each_change(listen, app, phone, role):
    ear = listen(another_link(app, phone, role).address)
    assert ear.hears() == ("", "1")
    phone.with_round(*ROUND)
    assert ear.hears() == ("", "2")
    phone.post("/undos", seq="2")
    assert ear.hears() == ("", "3")


def test_what_another_process_writes_is_heard_as_well(listen, served, phone):
    ear = listen(phone.address)
    assert ear.hears() == ("", "1")
    other = Store(served.app.extensions["store"].path)
    append(other, open_table(other, phone.key)[0], a_key(), facts.starter_chosen(1, 2))
    other.close()
    assert ear.hears() == ("", "2")


def test_other_tables_are_not_heard(listen, client, phone):
    ear = listen(phone.address)
    assert ear.hears() == ("", "1")
    a_table(client).with_round(*ROUND)
    phone.with_round(*ROUND)
    assert ear.hears() == ("", "2")


def test_the_end_of_a_link_is_heard_and_ends_the_stream(listen, app, phone):
    ended, going_on = another_link(app, phone, "watcher"), another_link(app, phone, "scorer")
    ear, other = listen(ended.address), listen(going_on.address)
    assert (ear.hears(), other.hears()) == (("", "1"), ("", "1"))
    phone.post("/links", role="watcher", times="0")
    assert ear.hears() == ("ended", "")
    assert ear.hears() is None
    # A big screen shows links to hand on: a poll would have told it as well.
    assert other.hears() == ("", "1")


def test_a_hosts_link_that_is_replaced_is_heard(listen, phone):
    ear = listen(phone.address)
    assert ear.hears() == ("", "1")
    phone.post("/links", role="host")
    assert ear.hears() == ("ended", "")


def test_another_role_is_news(listen, app, phone):
    other = another_link(app, phone, "scorer")
    personal = other.post("/phones", seat="2").location
    ear = listen(personal)
    assert ear.hears() == ("", "1")
    (known,) = links.list_phones(app.extensions["store"], open_table(app.extensions["store"], phone.key)[0].id)
    phone.post(f"/phones/{known.id}", role="watcher")
    assert ear.hears() == ("", "1")


def test_a_table_that_is_deleted_is_an_end(listen, client):
    group = a_group(client)
    phone = group.table()
    ear = listen(phone.address)
    assert ear.hears() == ("", "1")
    (table_id,) = group.tables()
    group.post(f"/tables/{table_id}/deletion")
    assert ear.hears() == ("ended", "")


def test_a_rematch_is_heard_and_where_it_is(listen, app, client):
    phone = a_table(client, tens_to_end="1").with_round(*ROUND)
    watcher = another_link(app, phone)
    ear = listen(watcher.address)
    assert ear.hears() == ("", "2")
    begun = phone.post("/rematches", first_starter="2").location
    assert ear.hears() == ("", "3")
    name, where = ear.hears()
    assert (name, where) == ("rematch", f"{watcher.address}/rematch")
    assert client.get(where, follow_redirects=True).page.title == client.get(begun).page.title
    late = listen(watcher.address)
    assert [late.hears(), late.hears()] == [("", "3"), ("rematch", where)]


def test_a_link_that_has_ended_or_never_was_opens_no_stream(listen, app, phone):
    ended = another_link(app, phone, ended=True)
    assert listen(ended.address).answer.status == 410
    assert listen("/t/forged").answer.status == 404


def test_nothing_is_written_to_a_stream(client, phone):
    assert client.post(f"{phone.address}/events").status_code == 405


def test_without_an_event_loop_there_is_no_stream(client, phone):
    """As under ``flask run``: status 204 tells a browser not to ask again."""
    assert client.get(f"{phone.address}/events").status_code == 204


def test_a_sign_of_life_comes_by_itself(listen, phone, monkeypatch):
    monkeypatch.setattr(streams_module, "SIGN_OF_LIFE", 0.05)
    ear = listen(phone.address)
    assert ear.hears() == ("", "1")
    assert ear.hears() == ("alive", "0.05")
    assert ear.hears() == ("alive", "0.05")


def test_who_hangs_up_leaves_nothing_behind(listen, served, phone):
    ears = [listen(phone.address) for _ in range(5)]
    assert [ear.hears() for ear in ears] == [("", "1")] * 5
    for ear in ears:
        ear.close()
        ear.answer.close()
    table_id = open_table(served.app.extensions["store"], phone.key)[0].id
    until(lambda: table_id not in served.streams.at)
    assert table_id not in served.streams.states


def test_a_slow_phone_holds_the_newest_version_only(served, phone):
    """It is told nothing while it does not read; then how the table is by now, once."""

    async def hear():
        reads, said = asyncio.Event(), []

        async def send(message):
            await reads.wait()
            said.append(message["body"])

        store = served.app.extensions["store"]
        stream = Stream(served.streams, phone.key, open_table(store, phone.key)[0].id, send)
        stream.tell("news")
        await asyncio.sleep(0)
        for _ in range(20):
            phone.with_round(*ROUND).undoing()
            stream.tell("news")
        reads.set()
        await stream.telling
        return said

    assert asyncio.run(hear()) == [b"data: 1\n\n", b"data: 41\n\n"]


def test_a_file_that_cannot_be_read_sends_phones_away(served, phone, monkeypatch):
    def locked(*_):
        raise sqlite3.OperationalError("database is locked")

    async def hear():
        said = []

        async def send(message):
            said.append((message["body"], message["more_body"]))

        stream = Stream(served.streams, phone.key, 1, send)
        monkeypatch.setattr(links, "find", locked)
        stream.tell("news")
        await stream.telling
        return said

    assert asyncio.run(hear()) == [(b"event: again\ndata: \n\n", False)]


def test_a_glance_that_fails_is_not_the_last(listen, served, phone, monkeypatch):
    """As while another process recovers the file's log."""
    ear, failed = listen(phone.address), []

    def busy():
        failed.append(True)
        raise sqlite3.OperationalError("database is locked")

    assert ear.hears() == ("", "1")
    with monkeypatch.context() as patched:
        patched.setattr(served.streams, "_data_version", busy)
        until(lambda: failed)
    test_what_another_process_writes_is_heard_as_well(listen, served, phone)


def test_a_saved_round_is_saved_also_when_the_event_loop_has_ended(app, client, phone):
    streams = Streams(app.extensions["store"], app.extensions["place"])

    async def begin_and_end():
        streams.start()

    heard = app.extensions["store"]._committed
    asyncio.run(begin_and_end())
    phone.with_round(*ROUND)
    app.extensions["store"].on_commit(heard)
    assert len(phone.sheet["rounds"]) == 1


def test_phones_beyond_a_crowd_ask_instead(listen, phone, monkeypatch):
    """An answer without a stream says so."""
    monkeypatch.setattr(streams_module, "MOST", 2)
    ears = [listen(phone.address) for _ in range(2)]
    assert {ear.hears() for ear in ears} == {("", "1")}
    assert listen(phone.address).answer.status == 204


def test_a_table_with_many_phones_takes_its_time_and_tells_the_newest(listen, phone, monkeypatch):
    monkeypatch.setattr(streams_module, "PACE", 0.2)
    ear = listen(phone.address)
    assert ear.hears() == ("", "1")
    for _ in range(3):
        phone.with_round(*ROUND)
    told = [ear.hears()[1]]
    while told[-1] != "4":
        told.append(ear.hears()[1])
    assert len(told) <= 2
