"""Links: a host, who keeps score, who watches; who replaces a link ends the old one at once, and locks no host out."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.store.journal.tables import append
from companion.store.links import links
from companion.store.links import phones as phones_at
from companion.store.links.links import HOST, ROLES, SCORER, WATCHER, LinkEnded, MayNot
from tests.store.builders import ANNE, PAUL, RACHEL, Phone, a_key, a_table
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
    return [links.share_link(store, key, name) for name in names or ROLES]


def replace(store, key, role, write_key=""):
    return links.replace_links(store, key, role, write_key or a_key())


def who(store, key, seat, write_key=None):
    """The key with which a phone goes on that has said who it is."""
    return phones_at.save_phone_seat(store, key, seat, write_key or a_key())


def phones(store, phone):
    return [(each.seat, each.role) for each in phones_at.list_phones(store, phone.table.id)]


def id_of(store, phone, seat):
    (found,) = (each.id for each in phones_at.list_phones(store, phone.table.id) if each.seat == seat)
    return found


# Handing on


def test_the_links_to_hand_on_are_always_the_same(store):
    """A common link is itself what is handed on. They are another table's or group's no more than any random key."""
    phone, other = a_table(store), a_table(store)
    keys = shared(store, phone.address)
    assert keys[0] == phone.address
    assert roles(store, *keys, a_key()) == [HOST, SCORER, WATCHER, None]
    assert all(len(key) >= 22 for key in keys)
    assert shared(store, phone.address) == shared(store, who(store, phone.address, ANNE)) == keys
    assert shared(store, keys[1], SCORER, WATCHER) == keys[1:]
    assert len({*keys, *shared(store, other.address)}) == 6


def test_nobody_hands_on_more_than_they_have(store):
    """Neither a watcher, nor who keeps score, nor an ended link, nor a key that opens nothing."""
    phone = a_table(store)
    _, scoring, watching = shared(store, phone.address)
    for key, name in ((watching, SCORER), (watching, HOST), (scoring, HOST)):
        with pytest.raises(MayNot):
            shared(store, key, name)
    replace(store, phone.address, SCORER)
    for key in (scoring, "nobody's"):
        with pytest.raises(LinkEnded):
            shared(store, key, WATCHER)


# Replacing


def test_replaced_scorers_links_all_end(store):
    """Common and personal. Hosts keep theirs, and so does who watches."""
    phone = a_table(store)
    _, scoring, watching = shared(store, phone.address)
    host, personal = who(store, phone.address, PAUL), who(store, scoring, ANNE)
    assert replace(store, host, SCORER) == host
    (new,) = shared(store, phone.address, SCORER)
    assert roles(store, scoring, personal) == ["ended", "ended"]
    assert roles(store, phone.address, host, watching, new) == [HOST, HOST, WATCHER, SCORER]
    for key in (scoring, personal):
        with pytest.raises(LinkEnded):
            who(store, key, RACHEL)


@pytest.mark.parametrize("name", ROLES)
def test_a_request_that_is_sent_again_replaces_once(store, name):
    """A double tap, or an answer that was lost: also the only host's, whose own link has ended by then."""
    phone, write_key = a_table(store), a_key()
    mine = replace(store, phone.address, name, write_key)
    fresh = shared(store, mine)
    assert replace(store, phone.address, name, write_key) == mine
    assert roles(store, mine, *fresh) == [HOST, *ROLES]


def test_a_replaced_hosts_link_ends_every_other_link(store):
    """A host hands on all of them. The phone that did it goes on as who it was; another host was too late."""
    phone = a_table(store)
    other = who(store, phone.address, PAUL)
    mine, *rest = who(store, other, ANNE), *shared(store, phone.address), who(store, phone.address, RACHEL)
    new = replace(store, mine, HOST)
    assert roles(store, mine, *rest) == ["ended"] * 5
    assert roles(store, new) == [HOST]
    assert phones(store, Phone(store, new)) == [(ANNE, HOST)]
    for role in ROLES:
        with pytest.raises(LinkEnded):
            replace(store, phone.address, role)


ONLY_HOSTS = {
    "scorers": lambda store, key, _phone: replace(store, key, SCORER),
    "watchers": lambda store, key, _phone: replace(store, key, WATCHER),
    "hosts": lambda store, key, _phone: replace(store, key, HOST),
    "make host": lambda store, key, phone: phones_at.change_role(store, key, phone, HOST),
    "let watch": lambda store, key, phone: phones_at.change_role(store, key, phone, WATCHER),
}


@pytest.mark.parametrize("what", ONLY_HOSTS)
def test_only_a_host_decides_over_links(store, what):
    """Not who keeps score, also not by a personal link, and not who watches."""
    phone = a_table(store)
    _, scoring, watching = shared(store, phone.address)
    personal = who(store, scoring, ANNE)
    before = store.db.conn.total_changes
    for key in (scoring, personal, watching):
        with pytest.raises(MayNot):
            ONLY_HOSTS[what](store, key, id_of(store, phone, ANNE))
    assert store.db.conn.total_changes == before
    ONLY_HOSTS[what](store, phone.address, id_of(store, phone, ANNE))
    assert store.db.conn.total_changes > before


def test_a_change_that_waited_while_its_link_was_replaced_is_not_written(store):
    """The role is looked up inside the transaction that writes, not when the page was asked for."""
    phone = a_table(store)
    _, scoring, watching = shared(store, phone.address)
    change = players_renamed((ANNE, "Annie"))
    with ThreadPoolExecutor(1) as pool, store.writing() as db:
        waiting = pool.submit(append, store, scoring, a_key(), change)
        links.end_links(db, "key = ?", scoring)
    with pytest.raises(LinkEnded):
        waiting.result()
    with pytest.raises(MayNot):
        append(store, watching, a_key(), change)
    assert phone.version == 1
    assert append(store, who(store, phone.address, PAUL), a_key(), change).entries[-1].by_seat == PAUL


# Who a phone is


def test_a_phone_that_says_who_it_is_gets_a_link_of_its_own(store):
    """In the same role, once for the same request. It hands on the common link: others would be taken for it."""
    phone, write_key = a_table(store), a_key()
    for seat, key in enumerate(shared(store, phone.address, HOST, SCORER)):
        personal = who(store, key, seat, write_key)
        assert who(store, key, seat, write_key) == personal != key
        assert who(store, key, seat) != personal
        found = links.find_link(store, personal)
        assert ([found.role], found.seat) == (roles(store, key), seat)
        assert shared(store, personal, found.role) == [key]
    assert phones(store, phone) == [(ANNE, HOST), (ANNE, HOST), (PAUL, SCORER), (PAUL, SCORER)]
    with pytest.raises(MayNot):  # also this is a way to write
        who(store, shared(store, phone.address, WATCHER)[0], ANNE)


# Roles


def test_who_shall_only_watch_only_watches_by_every_link_it_knows(store):
    """The common link to keep score ends; the others who said who they are go on."""
    phone = a_table(store)
    (scoring,) = shared(store, phone.address, SCORER)
    anne, paul = who(store, scoring, ANNE), who(store, scoring, PAUL)
    number = id_of(store, phone, ANNE)
    phones_at.change_role(store, phone.address, number, WATCHER)
    assert roles(store, anne, scoring, paul, phone.address) == [WATCHER, "ended", SCORER, HOST]
    with pytest.raises(MayNot):
        who(store, anne, RACHEL)
    assert roles(store, *shared(store, anne, WATCHER)) == [WATCHER]
    (new,) = shared(store, paul, SCORER)
    phones_at.change_role(store, phone.address, number, WATCHER)  # a double tap
    assert new != scoring
    assert roles(store, new, *shared(store, phone.address, SCORER)) == [SCORER, SCORER]
    phones_at.change_role(store, phone.address, number, SCORER)
    assert phones(store, phone) == [(ANNE, SCORER), (PAUL, SCORER)]


def test_of_two_hosts_one_steps_back_and_the_last_stays(store):
    """Who is host no more knows the hosts' link: it is replaced. Nobody locks all hosts out, not even himself."""
    phone = a_table(store)
    anne, paul = (who(store, phone.address, seat) for seat in (ANNE, PAUL))
    numbers = {seat: id_of(store, phone, seat) for seat in (ANNE, PAUL)}
    phones_at.change_role(store, paul, numbers[PAUL], SCORER)
    assert roles(store, anne, paul, phone.address) == [HOST, SCORER, "ended"]
    for role in (SCORER, WATCHER):
        phones_at.change_role(store, anne, numbers[ANNE], role)
    phones_at.change_role(store, anne, numbers[ANNE], None)
    assert roles(store, anne) == [HOST]


def test_a_phone_that_is_none_gets_no_role(store):
    """Not another table's, and not whose link has ended."""
    phone, other = a_table(store), a_table(store)
    who(store, shared(store, other.address, SCORER)[0], ANNE)
    who(store, shared(store, phone.address, SCORER)[0], PAUL)
    ended = id_of(store, phone, PAUL)
    replace(store, phone.address, SCORER)
    before = store.db.conn.total_changes
    for wrong in ("x", "9" * 20, id_of(store, other, ANNE), ended):
        phones_at.change_role(store, phone.address, wrong, WATCHER)
    assert store.db.conn.total_changes == before
