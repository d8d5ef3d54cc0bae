"""Links: a host, who keeps score, who watches; who replaces a link ends the old one at once, and locks no host out."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from companion.store.database import Store
from companion.store.links import links
from companion.store.links.links import HOST, ROLES, SCORER, WATCHER, LinkEnded, MayNot
from tests.store.builders import ANNE, PAUL, RACHEL, Phone, a_key, a_table


def role(store: Store, key: str) -> str | None:
    """What a key lets its holder do now; "ended" where it did once, None where it never opened anything."""
    try:
        link = links.find(store, key)
    except LinkEnded:
        return "ended"
    return link.role if link else None


def roles(store: Store, *keys: str) -> list[str | None]:
    return [role(store, key) for key in keys]


def scorer(store: Store, key: str) -> str:
    return links.shared_key(store, key, SCORER)


def watcher(store: Store, key: str) -> str:
    return links.shared_key(store, key, WATCHER)


def who(store: Store, key: str, seat: int | None, write_key: str | None = None) -> str:
    """The key with which a phone goes on that has said who it is."""
    return links.say_who(store, key, seat, write_key or a_key())


def phones(store: Store, phone: Phone) -> list[tuple[int, str]]:
    return [(known.seat, known.role) for known in links.list_phones(store, phone.table.id)]


def known(store: Store, phone: Phone, seat: int) -> str:
    (found,) = (each.id for each in links.list_phones(store, phone.table.id) if each.seat == seat)
    return found


# Handing on


def test_the_links_to_hand_on_are_always_the_same(store: Store) -> None:
    """They are worked out from the key of who has at least that role; a common link is itself what is handed on."""
    phone, other = a_table(store), a_table(store)
    keys = [links.shared_key(store, phone.address, name) for name in ROLES]
    assert keys[0] == phone.address
    assert roles(store, *keys) == [HOST, SCORER, WATCHER]
    assert [links.shared_key(store, phone.address, name) for name in ROLES] == keys
    assert [links.shared_key(store, key, name) for key, name in zip(keys, ROLES, strict=True)] == keys
    assert len({*keys, *(links.shared_key(store, other.address, name) for name in ROLES)}) == 6
    dump = "\n".join(store.db.conn.iterdump())
    assert "CREATE TABLE links" in dump
    for key in (*keys, who(store, keys[1], ANNE)):
        assert key not in dump


def test_nobody_hands_on_more_than_he_has(store: Store) -> None:
    """Neither a watcher, nor who keeps score, nor an ended link, nor a key that opens nothing."""
    phone = a_table(store)
    scoring, watching = scorer(store, phone.address), watcher(store, phone.address)
    for key, name in ((watching, SCORER), (watching, HOST), (scoring, HOST)):
        with pytest.raises(MayNot):
            links.shared_key(store, key, name)
    links.replace(store, phone.address, SCORER, 0)
    for key in (scoring, "nobody's"):
        with pytest.raises(LinkEnded):
            watcher(store, key)


def test_showing_a_link_again_writes_nothing(store: Store) -> None:
    """The page at the end shows it on every phone, whenever something changes."""
    phone = a_table(store)
    shown = watcher(store, phone.address)
    before = store.db.conn.total_changes
    # Somebody else is writing: who had to wait would wait for ever.
    with closing(Store(store.path)) as other, other.writing():
        assert watcher(store, phone.address) == shown
    assert store.db.conn.total_changes == before


# Replacing


def test_replaced_scorers_links_all_end(store: Store) -> None:
    """Common, personal, handed on by others, also to watch. Hosts keep theirs, and who watches by a link of theirs."""
    phone = a_table(store)
    scoring, host = scorer(store, phone.address), who(store, phone.address, PAUL)
    personal, watching = who(store, scoring, ANNE), watcher(store, phone.address)
    handed_on = [scorer(store, personal), watcher(store, personal), watcher(store, scoring)]
    links.replace(store, host, SCORER, 0)
    assert roles(store, scoring, personal, *handed_on) == ["ended"] * 5
    assert roles(store, phone.address, host, watching, scorer(store, host)) == [HOST, HOST, WATCHER, SCORER]
    for key in (scoring, personal):
        with pytest.raises(LinkEnded):
            who(store, key, RACHEL)
    with store.writing() as db, pytest.raises(LinkEnded):
        links.add(db, phone.table.id, a_key(), SCORER, links.hashed(personal))


def test_replaced_watchers_links_all_end(store: Store) -> None:
    """Whoever handed them on. Who keeps score goes on."""
    phone = a_table(store)
    scoring = scorer(store, phone.address)
    old = [watcher(store, phone.address), watcher(store, scoring)]
    links.replace(store, phone.address, WATCHER, 0)
    new = [watcher(store, phone.address), watcher(store, scoring)]
    assert roles(store, *old, *new, scoring) == ["ended", "ended", WATCHER, WATCHER, SCORER]


@pytest.mark.parametrize("name", [SCORER, WATCHER])
def test_replacing_twice_by_a_double_tap_counts_once(store: Store, name: str) -> None:
    """The form says how often they had been replaced when it was shown."""
    phone = a_table(store)
    links.replace(store, phone.address, name, 0)
    fresh = links.shared_key(store, phone.address, name)
    links.replace(store, phone.address, name, 0)
    assert role(store, fresh) == name


def test_a_replaced_hosts_link_ends_every_other_link(store: Store) -> None:
    """A host hands on all of them. The phone that did it goes on as who it was."""
    phone = a_table(store)
    other, scoring = links.shared_key(store, who(store, phone.address, PAUL), HOST), scorer(store, phone.address)
    personal, watching = who(store, other, ANNE), watcher(store, phone.address)
    new = links.replace_hosts(store, personal, a_key())
    assert roles(store, phone.address, other, personal, scoring, watching) == ["ended"] * 5
    assert role(store, new) == HOST
    assert phones(store, Phone(store, new)) == [(ANNE, HOST)]


def test_a_lost_answer_locks_nobody_out(store: Store) -> None:
    """The same request again, with the link that has ended by now, gives the same new link: until that is replaced."""
    phone, write_key = a_table(store), a_key()
    second = links.replace_hosts(store, phone.address, write_key)
    assert links.replace_hosts(store, phone.address, write_key) == second
    assert role(store, second) == HOST
    third = links.replace_hosts(store, second, a_key())
    for attempt in (
        lambda: links.replace_hosts(store, phone.address, a_key()),
        lambda: links.replace_hosts(store, phone.address, write_key),
        lambda: links.replace(store, phone.address, SCORER, 0),
        lambda: links.change_role(store, phone.address, "", HOST),
    ):
        with pytest.raises(LinkEnded):
            attempt()
    assert role(store, third) == HOST


ONLY_HOSTS: dict[str, Callable[[Store, str, str], object]] = {
    "scorers": lambda store, key, _phone: links.replace(store, key, SCORER, 0),
    "watchers": lambda store, key, _phone: links.replace(store, key, WATCHER, 0),
    "hosts": lambda store, key, _phone: links.replace_hosts(store, key, a_key()),
    "make host": lambda store, key, phone: links.change_role(store, key, phone, HOST),
    "let watch": lambda store, key, phone: links.change_role(store, key, phone, WATCHER),
}


@pytest.mark.parametrize("what", ONLY_HOSTS)
def test_only_a_host_decides_over_links(store: Store, what: str) -> None:
    """Not who keeps score, also not by a personal link, and not who watches."""
    phone = a_table(store)
    scoring = scorer(store, phone.address)
    personal = who(store, scoring, ANNE)
    watching = watcher(store, personal)
    before = store.db.conn.total_changes
    for key in (scoring, personal, watching):
        with pytest.raises(MayNot):
            ONLY_HOSTS[what](store, key, known(store, phone, ANNE))
    assert store.db.conn.total_changes == before
    ONLY_HOSTS[what](store, phone.address, known(store, phone, ANNE))
    assert store.db.conn.total_changes > before


# Who a phone is


def test_a_phone_that_says_who_it_is_gets_a_link_of_its_own(store: Store) -> None:
    """In the same role, once for the same request. It hands on the common link: others would be taken for it."""
    phone, write_key = a_table(store), a_key()
    for seat, key in enumerate((phone.address, scorer(store, phone.address))):
        personal = who(store, key, seat, write_key)
        assert who(store, key, seat, write_key) == personal != key
        handed_on = links.shared_key(store, personal, role(store, key) or "")
        found, common = links.find(store, personal), links.find(store, handed_on)
        assert found is not None
        assert common is not None
        assert [(link.role, link.seat) for link in (found, common)] == [(role(store, key), seat), (found.role, None)]
    assert who(store, key, PAUL) != personal
    assert phones(store, phone) == [(ANNE, HOST), (PAUL, SCORER), (PAUL, SCORER)]
    with pytest.raises(MayNot):  # also this is a way to write
        who(store, watcher(store, phone.address), ANNE)


def test_a_phone_that_is_somebody_else_now_keeps_its_link(store: Store) -> None:
    """Or that is nobody's: then its link is a common one."""
    phone = a_table(store)
    personal = who(store, scorer(store, phone.address), ANNE)
    assert who(store, personal, PAUL) == personal
    assert phones(store, phone) == [(PAUL, SCORER)]
    assert who(store, personal, None) == personal
    assert phones(store, phone) == []
    assert role(store, personal) == SCORER


# Roles


def test_who_shall_only_watch_only_watches_by_every_link_it_knows(store: Store) -> None:
    """The common link to keep score is a watchers' from now on; the others who said who they are go on."""
    phone = a_table(store)
    scoring = scorer(store, phone.address)
    anne, paul = who(store, scoring, ANNE), who(store, scoring, PAUL)
    handed_on, number = scorer(store, anne), known(store, phone, ANNE)
    links.change_role(store, phone.address, number, WATCHER)
    assert roles(store, anne, scoring, handed_on, paul, phone.address) == [*[WATCHER] * 3, SCORER, HOST]
    for key in (anne, scoring, handed_on):
        with pytest.raises(MayNot):
            who(store, key, RACHEL)
        assert role(store, watcher(store, key)) == WATCHER
    new = scorer(store, phone.address)
    links.change_role(store, phone.address, number, WATCHER)  # a double tap
    assert new != scoring
    assert roles(store, new, scorer(store, paul)) == [SCORER, SCORER]
    links.change_role(store, phone.address, number, SCORER)
    assert phones(store, phone) == [(ANNE, SCORER), (PAUL, SCORER)]


def test_who_is_made_host_stays_it(store: Store) -> None:
    """A host is no other host's to let watch, since he may know links of hosts."""
    phone = a_table(store)
    anne = who(store, scorer(store, phone.address), ANNE)
    links.change_role(store, phone.address, known(store, phone, ANNE), HOST)
    links.change_role(store, phone.address, known(store, phone, ANNE), WATCHER)
    links.replace(store, anne, SCORER, 0)
    assert role(store, anne) == HOST


def test_a_phone_that_is_none_gets_no_role(store: Store) -> None:
    phone, other = a_table(store), a_table(store)
    who(store, scorer(store, other.address), ANNE)
    before = store.db.conn.total_changes
    for wrong in ("", "x", "%", "0" * 16, known(store, other, ANNE)):
        links.change_role(store, phone.address, wrong, WATCHER)
    assert store.db.conn.total_changes == before


@pytest.mark.thorough
def test_who_says_who_it_is_while_links_are_replaced_is_out_or_was_in_before(store: Store) -> None:
    """There is no moment in which a link that ends still makes another."""
    phone = a_table(store)
    for _ in range(10):
        scoring = scorer(store, phone.address)
        times = links.times_replaced(store.db, phone.table.id, SCORER)

        def say(key: str = scoring) -> str | None:
            try:
                return who(store, key, ANNE)
            except LinkEnded:
                return None

        with ThreadPoolExecutor(4) as pool:
            made = [pool.submit(say) for _ in range(3)]
            pool.submit(links.replace, store, phone.address, SCORER, times).result()
            keys = [each.result() for each in made]
        assert {role(store, key) for key in keys if key} <= {"ended"}
        assert phones(store, phone) == []
