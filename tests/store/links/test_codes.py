"""Short codes: read out across the table, good for a day, and not to be guessed."""

from __future__ import annotations

from contextlib import closing

import pytest

from companion.store.database import Store
from companion.store.links import codes, links
from companion.store.links.codes import ALPHABET, LENGTH
from companion.store.links.links import WATCHER
from tests.store.builders import Phone, a_key, a_table


def offered(store: Store, phone: Phone) -> str:
    return codes.offer(store, phone.table.id)


def test_guessing_is_hopeless(store: Store) -> None:
    """By the number of codes alone: ten letters that nobody mixes up; the sum in the module says what that is worth."""
    phone = a_table(store)
    code = offered(store, phone)
    assert (len(code), set(code) <= set(ALPHABET)) == (LENGTH, True)
    assert not set("0O1I") & set(ALPHABET)
    assert 350 * 100 * 60 * 60 * 24 * 365 / len(ALPHABET) ** LENGTH < 1 / 1000
    assert code == offered(store, phone) == codes.current(store, phone.table.id)  # whoever looks twice reads the same
    assert code != offered(store, a_table(store))


def test_it_may_be_typed_as_it_is_heard() -> None:
    """With spaces and dashes, in small letters; what can be no code is refused without a look at the tables."""
    for typed in (" K7P2M XQ9RT ", "K7P2M-XQ9RT", "k7p2m–xq9rt", "k7p2mxq9rt", "k 7 p 2 m x q 9 r t"):
        assert codes.cleaned(typed) == "K7P2MXQ9RT", typed
    wrong = ["", "K7P2MX", "K7P2MXQ9RTABCDEFGHJ", "Ä7P2MXQ9RT", "A" * 1000, *(f"K7P2MXQ9R{end}" for end in "0O1I")]
    assert [codes.cleaned(typed) for typed in wrong] == [None] * len(wrong)


def test_it_lets_a_watcher_in(store: Store) -> None:
    """By a link of its own, the same for a repeated request."""
    phone, write_key = a_table(store), a_key()
    code = offered(store, phone)
    key = codes.join(store, code, write_key)
    assert key is not None
    link = links.find(store, key)
    assert link is not None
    assert (link.table_id, link.role) == (phone.table.id, WATCHER)
    assert codes.join(store, code, write_key) == key
    assert codes.join(store, code, a_key()) != key


def test_a_right_code_is_never_refused(store: Store) -> None:
    """However many wrong ones were tried, which write nothing; and however many have joined by it."""
    code = offered(store, a_table(store))
    wrong = code[:-1] + next(letter for letter in ALPHABET if letter != code[-1])
    before = store.db.conn.total_changes
    # Somebody else is writing: who had to wait would wait for ever.
    with closing(Store(store.path)) as other, other.writing():
        assert [codes.join(store, wrong, a_key()) for _ in range(100)] == [None] * 100
    assert store.db.conn.total_changes == before
    assert all(codes.join(store, code, a_key()) for _ in range(20))


def test_it_is_good_for_a_day(store: Store) -> None:
    """Then the share screen shows another."""
    phone = a_table(store)
    code = offered(store, phone)
    store.db.execute("UPDATE codes SET created_at = strftime('%Y-%m-%dT%H:%M:%S', created_at, '-25 hours')")
    assert codes.current(store, phone.table.id) is None
    assert codes.join(store, code, a_key()) is None
    assert offered(store, phone) != code


def test_it_ends_with_the_watchers_links(store: Store) -> None:
    """And so do the links that it gave."""
    phone = a_table(store)
    code = offered(store, phone)
    key = codes.join(store, code, a_key())
    links.replace(store, phone.address, links.WATCHER, 0)
    assert codes.join(store, code, a_key()) is None
    assert key is not None
    with pytest.raises(links.LinkEnded):
        links.find(store, key)
