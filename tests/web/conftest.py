"""Every application of a test run has the same templates: each is compiled once."""

import gc

import pytest
from flask import Flask
from jinja2 import BytecodeCache

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
