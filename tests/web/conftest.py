"""The tables and the group with which tests begin; and templates that are compiled once, whatever application asks."""

import gc

import pytest
from flask import Flask
from jinja2 import BytecodeCache

from tests.web.builders import OUT, a_group, a_table

gc.set_threshold(100_000)  # pages are trees with many small parts


class Compiled(BytecodeCache):
    """Remembers what was compiled, whatever application asks for it."""

    def __init__(self):
        self.known = {}

    def load_bytecode(self, bucket):
        if bucket.key in self.known:
            bucket.bytecode_from_string(self.known[bucket.key])

    def dump_bytecode(self, bucket):
        self.known[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(autouse=True, scope="session")
def compiled_once():
    Flask.jinja_options = {"bytecode_cache": Compiled()}
    yield
    Flask.jinja_options = {}


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
