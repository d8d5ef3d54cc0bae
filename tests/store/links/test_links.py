"""Links: to keep score or to watch; a phone that is known goes on whatever becomes of them."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.store.links import links, phones
from companion.store.links.links import HANDED_ON, HOST, SCORER, WATCHER, LinkEnded, MayNot
from companion.store.tables.starting import start_table
from companion.store.tables.writing import append
from tests.store.builders import PAUL, a_key, a_sitting, a_table, visit
from tests.store.changes import players_renamed


def roles(store, *keys):
    """What keys let their holders do now; "ended" where one did once, None where it never opened anything."""
    found = []
    for key in keys:
        try:
            link = links.find_link(store, key)
            found.append(link.role if link else None)
        except LinkEnded:
            found.append("ended")
    return found


def shared(store, key, *names):
    return [links.share_link(store, key, name) for name in names or HANDED_ON]


def test_the_links_to_hand_on_are_always_the_same(store):
    """And another table's or group's no more than any random key; none makes a host, also not the host's address."""
    phone, other = a_table(store), a_table(store)
    keys = shared(store, phone.address)
    own = phone.address.partition(".")[0]
    assert keys[0] == own
    known = [SCORER, WATCHER, SCORER, SCORER, HOST, None]
    assert roles(store, *keys, own, f"{own}.{a_key()}", phone.address, a_key()) == known
    assert all(len(key) >= 22 for key in keys)
    assert shared(store, phone.address) == shared(store, visit(store, keys[0]).address) == keys
    assert len({*keys, *shared(store, other.address)}) == 4


def test_replaced_links_all_end_once_and_who_is_known_goes_on(store):
    """A double tap, or an answer that was lost, replaces once."""
    phone, write_key = a_table(store), a_key()
    before = shared(store, phone.address)
    paul, guest = (visit(store, key).address for key in before)
    links.replace_links(store, phone.address, write_key)
    fresh = shared(store, phone.address)
    links.replace_links(store, phone.address, write_key)
    assert shared(store, phone.address) == fresh
    known = [HOST, SCORER, WATCHER]
    assert roles(store, *before, *fresh, phone.address, paul, guest) == ["ended", "ended", *HANDED_ON, *known]
    for key in before:
        with pytest.raises(LinkEnded):
            phones.record_visit(store, f"{key}.{a_key()}")


def test_a_change_that_waited_while_its_link_was_replaced_is_not_written(store):
    """The role is looked up inside the transaction that writes, not when the page was asked for."""
    phone = a_table(store)
    scoring, watching = shared(store, phone.address)
    known = visit(store, scoring).address
    phones.save_phone_seat(store, known, PAUL)
    change = players_renamed((0, "Annie"))
    with ThreadPoolExecutor(1) as pool, store.writing() as db:
        waiting = pool.submit(append, store, scoring, a_key(), change)
        links.end(db, "links", "key = ?", scoring)
    with pytest.raises(LinkEnded):
        waiting.result()
    with pytest.raises(MayNot):
        append(store, watching, a_key(), change)
    assert phone.version == 1
    assert append(store, known, a_key(), change).entries[-1].by_seat == PAUL


def test_whoever_knows_the_write_key_of_a_start_is_its_host(store):
    """An answer that was lost took the cookie with it. Without a cookie nobody is."""
    start = (store, "fool", a_sitting(), a_key())
    one, other = a_key(), a_key()
    key = start_table(*start, secret=one)
    assert start_table(*start) == start_table(*start, secret=other) == key
    assert roles(store, f"{key}.{one}", f"{key}.{other}", f"{key}.{a_key()}", key) == [HOST, HOST, SCORER, SCORER]


def test_a_way_back_ends_after_a_day(store):
    phone = a_table(store)
    key = links.give_table_link(store, phone.table.id, HOST)
    store.db.execute("UPDATE links SET created_at = '2024' WHERE key = ?", [key])
    with pytest.raises(LinkEnded):
        phones.become_host(store, key, a_key())
