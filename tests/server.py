"""The companion as a process of its own, and phones that talk to it."""

import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing
from http.client import HTTPConnection

from companion.store.database import FILE_NAME
from tests.web.builders import a_key, new_game

# This computer’s name in a home network: browsers trust plain HTTP to it as little as to any other.
AT_HOME = f"{socket.gethostname().lower().partition('.')[0]}.lan"
HERE = ("--host", "127.0.0.1", "--limit", "0")
NOWHERE = ("--host", "203.0.113.7", "--port", 0)  # who would start has no address to listen on
# With templates as they were compiled before, where tests say where those are.
PROGRAM = """
import os
from flask import Flask
from jinja2 import FileSystemBytecodeCache
if folder := os.environ.get("COMPILED"):
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(folder)}
from companion.cli import main
main()
"""
START = [sys.executable, "-c", PROGRAM]

INSTEAD = "Stop it first, or choose another folder with --data."

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def listens(port: int) -> bool:
    with socket.socket() as knocks:
        return knocks.connect_ex(("127.0.0.1", port)) == 0


class Server:
    """A process on a port of its own that it keeps over restarts."""

    command = START

    def __init__(self, data, *options, **process):
        self.data = data
        self.options = options
        self.about = process
        self.port = free_port()
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*self.command, *HERE, "--port", str(self.port), "--data", str(self.data), *self.options],
            stdout=subprocess.PIPE,
            text=True,
            **self.about,
        )
        self.told = ""
        for line in self.process.stdout:
            self.told += line
            if line.startswith("Stop with"):
                break
        else:
            raise AssertionError("the server did not start")
        self.wait()

    def wait(self):
        for _ in range(100):
            try:
                urllib.request.urlopen(self.address, timeout=2).close()
                return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self):
        self.stop(signal.SIGKILL)

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(20)
        self.process.stdout.close()
        return self.process.returncode

    def copy(self):
        """Keep a copy of its file as it is now, as Litestream and a backup do."""
        with closing(sqlite3.connect(self.data / FILE_NAME)) as now, closing(sqlite3.connect(":memory:")) as copy:
            now.backup(copy)
            content = copy.serialize()
        # A file whose log is worked in says so there: else it could not be opened in memory.
        self.older = content[:18] + b"\1\1" + content[20:]

    def lose_the_disk(self):
        """Kill it, empty its folder, and put the copy into it."""
        self.kill()
        for path in self.data.iterdir():
            path.unlink()
        (self.data / FILE_NAME).write_bytes(self.older)

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"


def until(true, seconds=5):
    """What is true in the end, once another thread or process has done it."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


class Stay(urllib.request.HTTPRedirectHandler):
    """Follow nothing."""

    def redirect_request(self, *args):
        return None


def ask(address, form=None, **headers):
    body = urllib.parse.urlencode(form).encode() if form else None
    asked = urllib.request.Request(address, body, headers)
    try:
        with closing(urllib.request.build_opener(Stay).open(asked, timeout=10)) as response:
            return response.status, response.headers, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


def start_table(server):
    return ask(f"{server.address}/tables", new_game())[1]["Location"]


def a_round(**fields):
    cards = {"seat-1-cards": "17", "seat-2-out": "y", "seat-3-cards": "13", "seat-4-cards": "5"}
    return {"number": 1, "key": a_key()} | cards | fields


class Ear:
    def __init__(self, port, address, host="127.0.0.1", cookie=""):
        self.connection = HTTPConnection(host, port, timeout=5)
        self.connection.request("GET", f"{address}/events", headers={"Cookie": f"phone={cookie}"})
        self.answer = self.connection.getresponse()

    def hears(self):
        """The next message: its name, empty for an ordinary one, and its data; None once the stream has ended."""
        told = {}
        while line := self.answer.readline().decode().strip():
            name, _, value = line.partition(": ")
            told[name.rstrip(":")] = value
        return (told.get("event", ""), told["data"]) if told else None

    def close(self):
        self.connection.close()
