"""How many statements a tap costs, by count: also those with which a library looks at the schema."""

from contextlib import contextmanager

import pytest

from companion.store.groups.groups import Home, open_group
from companion.store.groups.tables import gather
from companion.store.tables.starting import start_table
from tests.store.builders import a_key, a_round, a_sitting, a_table, entering


@pytest.fixture
def counting(store):

    @contextmanager
    def count():
        statements = []
        store.db.conn.set_trace_callback(statements.append)
        yield statements
        store.db.conn.set_trace_callback(None)

    return count


def test_a_saved_round_takes_eight_statements_at_most(store, counting):
    phone = a_table(store).with_round("17", "", "13", "")
    opening = phone.table.sheet.next.seats
    with counting() as statements:
        phone.writes(entering(2, a_round("2", "", "", "4"), opening))
    assert len(statements) <= 8, "\n".join(statements)


def test_the_second_new_game_of_a_phone_takes_forty_statements_at_most(store, counting):
    """With it a group begins, into which its first one goes."""
    secret = a_key()
    a_table(store, secret=secret)
    with counting() as statements:
        key = gather(store, secret, "Game night", a_key())
        start_table(store, "fool", a_sitting(), a_key(), Home(open_group(store, key).id), secret=secret)
    assert len(statements) <= 40, "\n".join(statements)
