"""A rematch is started once, whoever was quicker, and every key finds its own way there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.store.database import Store
from companion.store.journal.rematches import follow, start_rematch
from companion.store.links import links
from companion.store.links.links import HOST, SCORER, WATCHER, LinkEnded, MayNot
from tests.store.builders import Phone, a_key, a_table


def start(store: Store, phone: Phone, key: str | None = None) -> str:
    return start_rematch(store, key or phone.address, phone.table.game, phone.table.sitting, None)


def test_two_at_once_start_one_table(store: Store) -> None:
    phone = a_table(store).with_round("17", "", "13", "5").stopping()
    keys = [links.share_link(store, phone.address, SCORER), phone.address]
    with ThreadPoolExecutor(8) as threads:
        ways = list(threads.map(lambda key: start(store, phone, key), keys * 8))
    opened = [links.find_link(store, way) for way in ways]
    assert len({link.table_id for link in opened if link}) == 1
    # One for each link, and one more for a scorer who was first, and is its host.
    assert len(set(ways)) in (2, 3)
    assert store.db.table("tables").count == 2
    assert phone.kinds.count("rematch_begun") == 1
    assert phone.history[-1] == "A rematch began."


def test_each_key_finds_a_way_of_its_own_in_its_role(store: Store) -> None:
    phone = a_table(store).with_round("17", "", "13", "5").stopping()
    watcher = links.share_link(store, phone.address, WATCHER)
    assert follow(store, watcher) is None
    started = start(store, phone)
    way = follow(store, watcher)
    assert way not in (None, started, watcher)
    found, mine = links.find_link(store, str(way)), links.find_link(store, started)
    assert (found.role, mine.role, found.table_id) == (WATCHER, HOST, mine.table_id)


def test_who_watches_starts_none(store: Store) -> None:
    phone = a_table(store).with_round("17", "", "13", "5").stopping()
    with pytest.raises(MayNot):
        start(store, phone, links.share_link(store, phone.address, WATCHER))
    with pytest.raises(LinkEnded):
        start(store, phone, a_key())
    assert store.db.table("tables").count == 1
