"""The file in trouble while the companion runs: what a phone is told is true, and nothing that was typed is lost."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion import create_app
from companion.store.database import FILE_NAME
from tests.web.builders import OUT, new_game

ROUND = ("17", OUT, "13", "5")


@pytest.fixture
def app(tmp_path):
    app = create_app(tmp_path)
    app.testing = True
    yield app
    app.extensions["store"].close()


@pytest.fixture
def store(app):
    return app.extensions["store"]


def check_notice(response, status, title, advice):
    """The page for trouble, which keeps what was sent, and claims nothing that it does not know."""
    assert (response.status_code, response.page.title) == (status, title)
    assert advice in response.page.read(class_="notice")
    assert "Your entries stay on this page." in response.page.text
    assert not any(claim in response.page.text for claim in ("safe", "is saved"))
    return response.page


def test_a_full_disk(phone, store):
    """What was free in the file is used up first. When there is room again, what was sent is saved, once."""
    store.db.execute("PRAGMA max_page_count = 1")  # it is larger already, so it grows no more
    sent = (phone.client.post("/tables", data=new_game()) for _ in range(500))
    answer = next(answer for answer in sent if answer.status_code != 303)
    page = check_notice(answer, 507, "The server can’t save right now", "The server’s disk is full. Tell its owner.")
    assert phone.visit().title == "Round 1", "what was saved can be read"
    store.db.execute("PRAGMA max_page_count = 1073741823")
    assert page.press("Try again").location == page.press("Try again").location


def test_a_file_that_may_only_be_read(phone, store):
    phone.visit()
    store.db.execute("PRAGMA query_only = ON")
    answer = phone.enter(*ROUND)
    page = check_notice(answer, 503, "The server can’t save right now", "Ask the server’s owner to check its disk.")
    store.db.execute("PRAGMA query_only = OFF")
    assert page.press("Try again").status_code == 303
    assert phone.points == [[-17, 10, -13, -5]]


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_a_file_that_is_gone_is_noticed_and_may_come_back(phone, tmp_path, end):
    """SQLite would go on writing into a file that nobody can find. A new thread would even make a new one."""
    file = tmp_path / f"{FILE_NAME}{end}"
    file.rename(tmp_path / "elsewhere")
    page = check_notice(
        phone.enter(*ROUND), 503, "The server can’t save right now", "Ask the server’s owner to check its disk."
    )
    with ThreadPoolExecutor() as another:
        assert another.submit(phone.post, "/rounds").result().status_code == 503
    assert not file.exists()
    assert phone.visit().title == "Round 1", "what was saved can be read"
    (tmp_path / "elsewhere").rename(file)
    assert page.press("Try again").status_code == 303
    assert phone.points == [[-17, 10, -13, -5]]


def test_what_is_removed_while_it_is_saved_is_not_acknowledged(phone, store, tmp_path):
    removed = []

    def remove(statement):
        if statement.startswith('INSERT INTO "journal"') and not removed:
            removed.append((tmp_path / FILE_NAME).unlink())

    store.db.conn.set_trace_callback(remove)
    assert phone.enter(*ROUND).status_code == 503
    assert removed == [None]
    assert phone.points == []


CODES = {
    (503, "Not right now"): (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
    (507, "The server can’t save right now"): (sqlite3.SQLITE_FULL,),
    (503, "The server can’t save right now"): (
        *(sqlite3.SQLITE_READONLY_DIRECTORY, sqlite3.SQLITE_PERM),
        *(sqlite3.SQLITE_IOERR, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_CANTOPEN),
    ),
    (500, "The server’s file is damaged"): (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
}


def test_whatever_sqlite_says_is_told(phone, monkeypatch):
    """To a page with what was sent, to a script in one sentence; a phone's outbox sends again what is 500 or more."""

    def fail(*_args, **_more):
        raise error

    monkeypatch.setattr("companion.web.rounds.rounds.append", fail)
    for (status, title), codes in CODES.items():
        for number, code in enumerate(codes):
            error = (sqlite3.DatabaseError if number else sqlite3.OperationalError)("it says")
            error.sqlite_errorcode = code
            sent = {"key": "k" * 22, "number": 1, **phone.entry(*ROUND)}
            brief = phone.client.post(f"{phone.address}/rounds", data=sent, headers={"Prefer": "return=minimal"})
            assert (brief.status_code, brief.mimetype) == (status, "application/problem+json")
            assert brief.get_json()["title"].startswith(f"{title}. ")
        answer = phone.enter(*ROUND)
        assert (answer.status_code, answer.page.title) == (status, title)


def test_whoever_runs_it_is_told_in_one_line(phone, tmp_path, caplog):
    (tmp_path / FILE_NAME).unlink()
    assert phone.enter(*ROUND).status_code == 503
    (record,) = caplog.records
    assert record.getMessage().startswith(f"{tmp_path / FILE_NAME} was deleted, moved or replaced")
    assert not record.exc_info
