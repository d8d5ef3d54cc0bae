"""Links: who replaces one ends the old one at once, and never locks the table's scorers out."""

from __future__ import annotations

import pytest

from companion.store.database import Store
from companion.store.links import links
from companion.store.links.links import SCORER, WATCHER, LinkEnded
from tests.store.builders import Phone, a_key, a_table


def role(store: Store, key: str) -> str | None:
    """What a key lets its holder do; None if it opens nothing."""
    link = links.find(store, key)
    return link.role if link else None


def watcher(store: Store, phone: Phone) -> str:
    """The key of the watchers' link as the scorer's share screen shows it."""
    return links.watcher_key(store, phone.table.id, phone.address)


def test_the_watchers_link_is_always_the_same(store: Store) -> None:
    """It is worked out from the scorer's key, since only hashes are stored."""
    phone = a_table(store)
    assert watcher(store, phone) == watcher(store, phone)
    assert role(store, watcher(store, phone)) == WATCHER
    assert watcher(store, a_table(store)) != watcher(store, phone)


def test_showing_the_watchers_link_again_writes_nothing(store: Store) -> None:
    """The page at the end shows it on every phone, whenever something changes."""
    phone = a_table(store)
    shown = watcher(store, phone)
    before = store.db.conn.total_changes
    with Store(store.path).writing():  # somebody else is writing: who had to wait would wait for ever
        assert watcher(store, phone) == shown
    assert store.db.conn.total_changes == before


def test_no_key_is_in_the_file(store: Store) -> None:
    """Whoever reads the file opens no table with it."""
    phone = a_table(store)
    keys = [phone.address, watcher(store, phone)]
    dump = "\n".join(store.db.conn.iterdump())
    assert "CREATE TABLE links" in dump
    for key in keys:
        assert key not in dump


def test_a_replaced_scorers_link_ends_and_the_new_one_writes(store: Store) -> None:
    """The watchers keep theirs."""
    phone = a_table(store)
    watching = watcher(store, phone)
    new = links.replace_scorer(store, phone.address, a_key())
    assert new is not None
    assert role(store, new) == SCORER
    assert role(store, watching) == WATCHER
    with pytest.raises(LinkEnded):
        links.find(store, phone.address)


def test_a_lost_answer_locks_nobody_out(store: Store) -> None:
    """The same request again, with the link that has ended by now, gives the same new link."""
    phone, write_key = a_table(store), a_key()
    new = links.replace_scorer(store, phone.address, write_key)
    assert links.replace_scorer(store, phone.address, write_key) == new
    assert new is not None
    assert role(store, new) == SCORER


def test_an_ended_link_replaces_nothing(store: Store) -> None:
    """Somebody else has replaced it: whoever has the old one learns nothing of the new one."""
    phone = a_table(store)
    new = links.replace_scorer(store, phone.address, a_key())
    with pytest.raises(LinkEnded):
        links.replace_scorer(store, phone.address, a_key())
    assert new is not None
    assert role(store, new) == SCORER


def test_a_watcher_replaces_no_scorers_link(store: Store) -> None:
    """Nor does a key that opens nothing."""
    phone = a_table(store)
    assert links.replace_scorer(store, watcher(store, phone), a_key()) is None
    assert links.replace_scorer(store, "nobody's", a_key()) is None
    assert role(store, phone.address) == SCORER


def test_replaced_watchers_links_all_end(store: Store) -> None:
    """Those of earlier scorers' links too. The scorers keep theirs."""
    phone = a_table(store)
    first = watcher(store, phone)
    new = links.replace_scorer(store, phone.address, a_key())
    assert new is not None
    second = links.watcher_key(store, Phone(store, new).table.id, new)
    links.replace_watchers(store, Phone(store, new).table.id, 0)
    for ended in (first, second):
        with pytest.raises(LinkEnded):
            links.find(store, ended)
    third = links.watcher_key(store, Phone(store, new).table.id, new)
    assert third not in (first, second)
    assert role(store, third) == WATCHER
    assert role(store, new) == SCORER


def test_replacing_watchers_twice_by_a_double_tap_counts_once(store: Store) -> None:
    """The form says how often they had been replaced when it was shown."""
    phone = a_table(store)
    links.replace_watchers(store, phone.table.id, 0)
    fresh = watcher(store, phone)
    links.replace_watchers(store, phone.table.id, 0)
    assert role(store, fresh) == WATCHER
