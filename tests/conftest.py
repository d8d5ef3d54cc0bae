"""The application of a test run, and a phone that talks to it.

One application serves all tests: tables know nothing of each other, so neither do tests.
"""

import pytest


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
    """Run the command; its exit status and what it wrote to stdout and stderr."""
    from tests.command import Command

    return Command(monkeypatch, capsys)


def pytest_collection_modifyitems(config, items):
    """Exhaustive tests go through what others do, too: measuring coverage would only slow them down."""
    if config.pluginmanager.hasplugin("_cov") and not config.getoption("no_cov"):
        for item in items:
            if item.get_closest_marker("exhaustive"):
                item.add_marker("no_cover")
