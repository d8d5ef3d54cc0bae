"""A database with groups and tables for the commands, and a companion that runs beside them."""

import os
import socket
from contextlib import closing

import pytest

from companion.store.database import FILE_NAME, Store
from tests.server import Server
from tests.store.builders import a_group, a_table

FOUR = "Anne Paul Rachel Camille"


@pytest.fixture
def store(tmp_path):
    with closing(Store(tmp_path / FILE_NAME)) as store:
        yield store


@pytest.fixture
def thursdays(store):
    """A group with two tables, one of them long."""
    return a_group(store).with_table(FOUR, *["-5 10 -3 -7"] * 3, at="2024-03-07").with_table("Anne Bo Cem Dee")


@pytest.fixture
def family(store):
    """A group with one table."""
    return a_group(store, "Family").with_table("Mia Bo Cem Dee", "-9 10 -3 -7")


@pytest.fixture
def alone(store):
    """A table by itself, with a round."""
    return a_table(store).with_round("17", "", "13", "")


@pytest.fixture
def everything(thursdays, family, alone):
    return thursdays, family, alone


@pytest.fixture(scope="session")
def systemd(tmp_path_factory):
    """What the companion reports to."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path_factory.mktemp("systemd") / "notify"))
        systemd.settimeout(10)
        yield systemd


@pytest.fixture(scope="session")
def server(tmp_path_factory, systemd):
    """A companion as a process of its own; one for all tests, which know nothing of each other's tables."""
    reports = os.environ | {"NOTIFY_SOCKET": systemd.getsockname()}
    options = ("--proxy", "127.0.0.2", "--proxy", "192.0.2.0/24")
    server = Server(tmp_path_factory.mktemp("running") / "new", *options, env=reports)
    yield server
    server.kill()
