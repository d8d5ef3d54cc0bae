"""Pages for what went wrong with the database."""

import sqlite3
from contextlib import closing

import pytest

from companion.store.groups import groups
from tests.web.builders import OUT, a_group, a_table


@pytest.fixture
def impatient(app):
    """A store that does not wait for others."""
    db = app.extensions["store"].db
    db.execute("PRAGMA busy_timeout = 0")
    yield app.extensions["store"]
    db.execute("PRAGMA busy_timeout = 10000")


def test_a_write_that_waits_in_vain_is_told_to_try_again(client, impatient):
    phone = a_table(client)
    with closing(sqlite3.connect(impatient.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        response = phone.enter("17", OUT, "13", "5")
        assert response.status_code == 503
        assert response.page.title == "Just a moment"
        assert phone.visit().title == "Round 1"
    assert phone.enter("17", OUT, "13", "5").status_code == 303


def test_other_trouble_is_our_fault(app, client, monkeypatch):
    def broken(*_):
        raise sqlite3.OperationalError("no such table: groups")

    group = a_group(client)
    monkeypatch.setattr(groups, "open_group", broken)
    monkeypatch.setattr("companion.web.groups.access.open_group", broken)
    monkeypatch.setattr(app, "testing", False)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    assert group.visit(status=500).title == "Something broke here"
