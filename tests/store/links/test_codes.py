"""Short codes: read out across the table, good for a day, and not to be guessed."""

from __future__ import annotations

import pytest

from companion.store.database import Store
from companion.store.links import codes, links
from companion.store.links.codes import ALPHABET, LENGTH
from companion.store.links.links import WATCHER
from tests.store.builders import Phone, a_key, a_table


def offered(store: Store, phone: Phone) -> str:
    """The code as the share screen shows it."""
    return codes.offer(store, phone.table.id)


def wrong(code: str) -> str:
    """A wrong code: only the last character differs."""
    return code[:-1] + next(letter for letter in ALPHABET if letter != code[-1])


def test_it_has_ten_letters_and_digits_that_nobody_mixes_up(store: Store) -> None:
    """Without 0 and O, 1 and I."""
    letters = "".join(offered(store, a_table(store)) for _ in range(50))
    assert len(letters) == 500
    assert set(letters) == set("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")


def test_guessing_is_hopeless() -> None:
    """By the number of codes alone, as the sum in the module says: a year at a hundred tries a second."""
    tries = 100 * 60 * 60 * 24 * 365
    assert tries / len(ALPHABET) ** LENGTH < 2.9e-6
    assert 350 * tries / len(ALPHABET) ** LENGTH < 1 / 1000


def test_a_table_keeps_its_code(store: Store) -> None:
    """Whoever looks twice reads out the same."""
    phone = a_table(store)
    assert offered(store, phone) == offered(store, phone) == codes.current(store, phone.table.id)


@pytest.mark.parametrize(
    "typed", ["K7P2MXQ9RT", " K7P2M XQ9RT ", "K7P2M-XQ9RT", "k7p2m–xq9rt", "k7p2mxq9rt", "k 7 p 2 m x q 9 r t"]
)
def test_it_may_be_typed_as_it_is_heard(typed: str) -> None:
    """With spaces and dashes, in small letters."""
    assert codes.cleaned(typed) == ("", "K7P2MXQ9RT")


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "K7P2MX",
        "K7P2MXQ9RTABCDEFGHJ",
        "K7P2MXQ9R0",
        "K7P2MXQ9RO",
        "K7P2MXQ9R1",
        "K7P2MXQ9RI",
        "Ä7P2MXQ9RT",
        "A" * 1000,
    ],
)
def test_what_can_be_no_code(typed: str) -> None:
    """It is refused without a look at the tables."""
    assert codes.cleaned(typed) is None


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


def test_everybody_at_the_table_joins(store: Store) -> None:
    """Right codes are not counted, however many come from one address."""
    code = offered(store, a_table(store))
    assert all(codes.join(store, code, a_key()) for _ in range(40))


def test_a_right_code_is_never_refused(store: Store) -> None:
    """However many wrong ones were tried; those write nothing."""
    code = offered(store, a_table(store))
    before = store.db.conn.total_changes
    with Store(store.path).writing():  # somebody else is writing: who had to wait would wait for ever
        assert [codes.join(store, wrong(code), a_key()) for _ in range(500)] == [None] * 500
    assert store.db.conn.total_changes == before
    assert codes.join(store, code, a_key()) is not None


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
