"""A rematch is started once, whoever was quicker, and every key finds its own way there."""

from concurrent.futures import ThreadPoolExecutor

from companion.store.journal.rematches import start_rematch
from companion.store.links import links
from companion.store.links.links import SCORER
from tests.store.builders import a_table


def start(store, phone, key=None):
    return start_rematch(store, key or phone.address, phone.table.game, phone.table.sitting, None)


def test_two_at_once_start_one_table(store):
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
