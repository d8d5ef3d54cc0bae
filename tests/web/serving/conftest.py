"""The application on a real port, its event loop in a thread, and phones that dial it."""

import socket
import threading
from contextlib import ExitStack, closing
from http.client import HTTPConnection

import pytest

from companion import create_app
from companion.web.serving.server import Server
from companion.web.serving.whereabouts import bind
from tests.server import Ear, until


class Served:
    """An application that is served."""

    def __init__(self, folder):
        self.app = create_app(folder)
        self.app.testing = True
        listening = bind("127.0.0.1", 0)
        self.port = listening.getsockname()[1]
        self.server = Server(self.app)
        self.thread = threading.Thread(target=self.server.run, args=[[listening]])
        self.thread.start()

    def stop(self):
        self.server.should_exit = True
        self.thread.join(10)
        assert not self.thread.is_alive()

    def ask(self, method, path, body=None, **headers):
        """Status, headers and body of an answer."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=10)) as phone:
            phone.request(method, path, body, headers)
            answer = phone.getresponse()
            return answer.status, answer.headers, answer.read()


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("served"))
    yield served
    served.stop()


@pytest.fixture(scope="session")
def app(served):
    return served.app


@pytest.fixture(autouse=True)
def alone(served):
    """Begin when nobody is connected any more."""
    until(lambda: not served.server.server_state.connections)


@pytest.fixture
def listen(served):
    """Open a stream at a table's address."""
    with ExitStack() as opened:
        yield lambda address, cookie="": opened.enter_context(closing(Ear(served.port, address, cookie=cookie)))


@pytest.fixture
def dial(served):
    """Open a connection, and send this."""

    def dial(sent):
        phone = opened.enter_context(socket.create_connection(("127.0.0.1", served.port), timeout=5))
        phone.sendall(sent)
        return phone

    with ExitStack() as opened:
        yield dial
