"""Short codes: read out across the table, good for a day, and not to be guessed."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.store.database import Store
from companion.store.links import codes, links
from companion.store.links.codes import ALPHABET, TRIES, TooManyTries
from companion.store.links.links import WATCHER
from tests.store.builders import Phone, a_key, a_table


def offered(store: Store, phone: Phone) -> str:
    """The code as the share screen shows it."""
    return codes.offer(store, phone.table.id)


def wrong(code: str, number: int = 0) -> str:
    """A wrong code that was meant to be this table's: only the end differs."""
    return code[:4] + next(a + b for a in ALPHABET[number:] for b in ALPHABET if a + b != code[4:])


def guess(store: Store, code: str, times: int) -> None:
    """Try wrong codes for one table."""
    for number in range(times):
        assert codes.join(store, wrong(code, number), a_key()) is None


def an_hour_passes(store: Store) -> None:
    """As the clock would."""
    store.db.execute("UPDATE wrong_codes SET at = strftime('%Y-%m-%dT%H:%M:%S+00:00', at, '-1 hour')")


def test_it_has_six_letters_and_digits_that_nobody_mixes_up(store: Store) -> None:
    """Without 0 and O, 1 and I."""
    letters = "".join(offered(store, a_table(store)) for _ in range(50))
    assert len(letters) == 300
    assert set(letters) <= set("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")


def test_a_table_keeps_its_code(store: Store) -> None:
    """Whoever looks twice reads out the same."""
    phone = a_table(store)
    assert offered(store, phone) == offered(store, phone) == codes.current(store, phone.table.id)


def test_tables_differ_in_the_first_two_characters(store: Store) -> None:
    """So that a wrong code still says whose it was meant to be."""
    slots = Counter(offered(store, a_table(store))[:2] for _ in range(150))
    assert max(slots.values()) == 1


@pytest.mark.parametrize("typed", ["K7P2MX", " K7P2MX ", "K7P 2MX", "K7P-2MX", "k7p2mx", "k 7 p 2 m x"])
def test_it_may_be_typed_as_it_is_heard(typed: str) -> None:
    """With spaces and dashes, in small letters."""
    assert codes.cleaned(typed) == "K7P2MX"


@pytest.mark.parametrize("typed", ["", "ABC", "ABCDEFG", "ABCDE0", "ABCDEO", "ABCDE1", "ABCDEI", "ÄBCDEF", "A" * 1000])
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


def test_guessing_ends_after_ten_tries_for_that_table_only(store: Store) -> None:
    """Also for the right code: else guessing would go on."""
    phone, other = a_table(store), a_table(store)
    code = offered(store, phone)
    guess(store, code, TRIES)
    with pytest.raises(TooManyTries) as many:
        codes.join(store, code, a_key())
    assert 1 <= many.value.minutes <= 7
    assert codes.join(store, offered(store, other), a_key()) is not None


def test_tries_are_forgotten_one_by_one(store: Store) -> None:
    """One every six minutes, so ten in an hour."""
    code = offered(store, a_table(store))
    guess(store, code, TRIES)
    an_hour_passes(store)
    guess(store, code, TRIES)
    with pytest.raises(TooManyTries):
        codes.join(store, code, a_key())


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
