"""The tables and the group with which tests begin."""

import gc

import pytest

from tests.web.builders import OUT, a_group, a_table

gc.set_threshold(100_000)  # pages are trees with many small parts


@pytest.fixture
def phone(client):
    """Of whom keeps score for Anne, Paul, Rachel and Camille, before their first round."""
    return a_table(client)


@pytest.fixture
def played(phone):
    """The same after a round."""
    return phone.with_round("17", OUT, "13", "5")


@pytest.fixture
def group(client):
    """A group without a game."""
    return a_group(client)
