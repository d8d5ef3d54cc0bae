"""Every test has a file of its own."""

from contextlib import closing

import pytest

from companion.store.database import FILE_NAME, Store


@pytest.fixture
def path(tmp_path):
    return tmp_path / FILE_NAME


@pytest.fixture(scope="session")
def new_file(tmp_path_factory):
    """A new, empty database: copied, since to take every step of its schema takes five times as long."""
    with closing(Store(tmp_path_factory.mktemp("new") / FILE_NAME)) as store:
        pass
    return store.path.read_bytes()


@pytest.fixture
def store(path, new_file):
    path.write_bytes(new_file)
    with closing(Store(path)) as store:
        yield store
