"""``--workers 2``: what one process writes the other tells, what strangers may do counts for both, none is missed."""

import os
import signal
import subprocess
import time
import urllib.parse
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.store.database import FILE_NAME
from tests.server import FORM, Ear, Server, a_round, ask, start_table
from tests.web.builders import new_game

pytestmark = pytest.mark.thorough


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path, "--workers", "2", "--limit", "8", stderr=subprocess.PIPE)
    yield server
    server.kill()
    server.process.stderr.close()


def test_what_one_process_writes_is_heard_through_every_other(companion, server):
    """Six phones: some are held by one process, some by the other. The command counts them all."""
    table = start_table(server)
    with ExitStack() as opened:
        ears = [opened.enter_context(closing(Ear(server.port, table))) for _ in range(6)]
        assert {ear.hears() for ear in ears} == {("", "1")}
        assert "6 phones at tables" in companion("status", "--data", server.data)[1]
        assert ask(f"{server.address}{table}/rounds", a_round())[0] == 303
        assert {ear.hears() for ear in ears} == {("", "2")}


def test_what_one_address_may_begin_counts_over_all_processes(server):
    """Eight new games an hour, whichever process is asked; another address has its own."""
    answers = [begin_a_game(server, "127.0.0.2") for _ in range(12)]
    assert (answers.count(303), answers.count(429)) == (8, 4)
    assert begin_a_game(server, "127.0.0.3") == 303


def begin_a_game(server, address):
    """The status of the answer to a new game from an address."""
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=10, source_address=(address, 0))) as phone:
        phone.request("POST", "/tables", urllib.parse.urlencode(new_game()), FORM)
        return phone.getresponse().status


def test_a_process_that_breaks_is_replaced_and_none_outlives_the_first(server):
    """While the file is gone the others read on, and nobody makes a new one."""
    table, before = start_table(server), server.children()
    assert len(before) == 2
    for child in before:
        os.kill(child, signal.SIGKILL)
    server.wait()
    assert ask(server.address + table)[0] == 200
    after = server.children()
    assert len(after - before) == 2
    (server.data / FILE_NAME).rename(server.data / "elsewhere")
    os.kill(min(after), signal.SIGKILL)
    said = next(line for line in server.process.stderr if line.startswith("companion: "))
    assert said.startswith(f"companion: {server.data / FILE_NAME} was deleted, moved or replaced")
    assert server.children() > after - {min(after)}
    assert not (server.data / FILE_NAME).exists()
    left = server.children()
    server.process.kill()
    for _ in range(100):
        if not any(Path(f"/proc/{child}").exists() for child in left):
            return
        time.sleep(0.1)
    raise AssertionError("a process is still there")
