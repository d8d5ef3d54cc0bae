"""The application of a test run, a phone that talks to it, and how thorough the run is.

One application serves all tests: tables know nothing of each other, so neither do tests.

Tests marked ``thorough`` wait for ``pytest -m thorough``. Those that ask for the fixture ``thorough`` stand in both
tiers: with few cases in the first, with many in the thorough one.
"""

import os

import pytest


def is_thorough(config):
    """Whether this run leaves nothing out for lack of time."""
    return "not thorough" not in config.option.markexpr


def pytest_ignore_collect(collection_path, config):
    """Spend no time on folders of which this run takes nothing: their tests are all thorough."""
    return (collection_path.name in ("checks", "engines", "tour") and not is_thorough(config)) or None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    if is_thorough(config):
        for item in items:
            if "thorough" in item.fixturenames:
                item.add_marker("thorough")


@pytest.fixture(scope="session")
def thorough(pytestconfig):
    """Whether to try many cases, or a few."""
    return is_thorough(pytestconfig)


@pytest.fixture(autouse=True, scope="session")
def compiled_once(tmp_path_factory):
    """Templates are compiled once in a run, whatever application and process asks for them."""
    from flask import Flask
    from jinja2 import FileSystemBytecodeCache

    folder = tmp_path_factory.getbasetemp()
    folder = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "compiled"
    folder.mkdir(exist_ok=True)
    os.environ["COMPILED"] = str(folder)
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(folder))}


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    """The application; what breaks in it breaks the test."""
    from companion import create_app

    app = create_app(tmp_path_factory.mktemp("data"))
    app.testing = True
    yield app
    app.extensions["store"].close()


@pytest.fixture
def client(app):
    """A phone without JavaScript that accepts no faulty answer."""
    from tests.web.strict_client import StrictClient

    return StrictClient(app, app.response_class)


@pytest.fixture
def companion(monkeypatch, capsys):
    """Run the command, whatever is set here; its exit status and what it wrote to stdout and stderr."""
    for name in [name for name in os.environ if name.startswith("COMPANION_")]:
        monkeypatch.delenv(name)
    from tests.command import Command

    return Command(monkeypatch, capsys)
