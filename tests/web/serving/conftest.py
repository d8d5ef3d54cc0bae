"""The application on a real port, its event loop in a thread, and an ear for its streams."""

import threading
import time
from contextlib import ExitStack, closing

import pytest

from companion import create_app
from companion.web.serving import connections
from companion.web.serving.addresses import bind
from companion.web.serving.asgi import Application
from companion.web.serving.server import Uvicorn
from tests.server import Ear


class Served:
    """An application that is served."""

    def __init__(self, folder, blueprint=None):
        self.app = create_app(folder)
        self.app.testing = True
        if blueprint:
            self.app.register_blueprint(blueprint)
        sockets = bind("127.0.0.1", 0)
        self.port = sockets[0].getsockname()[1]
        self.server = Uvicorn(Application(self.app))
        self.streams = self.server.application.streams
        self.thread = threading.Thread(target=self.server.run, args=[sockets])
        self.thread.start()

    def stop(self):
        self.server.should_exit = True
        self.thread.join(10)
        assert not self.thread.is_alive()


def hangs_up(phone, piece, times, pause=0):
    """Whether the connection is closed while this is sent again and again."""
    try:
        for _ in range(times):
            phone.sendall(piece)
            time.sleep(pause)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "GLANCE", 0.02)
        served = Served(tmp_path_factory.mktemp("served"))
        yield served
        served.stop()


@pytest.fixture(scope="module")
def app(served):
    return served.app


@pytest.fixture
def listen(served):
    """Open a stream at a table's address."""
    with ExitStack() as opened:
        yield lambda address: opened.enter_context(closing(Ear(served.port, address)))
