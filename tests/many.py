"""Many companions behind HAProxy, each with its file and its Litestream, all on this computer."""

import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from tests.server import Server, free_port

CONFIG = Path(__file__).parents[1] / "deploy" / "haproxy.cfg"
HAPROXY = shutil.which("haproxy") or "/usr/sbin/haproxy"
LITESTREAM = Path(sys.executable).with_name("litestream")
CELLS = ("b", "c", "d")
NAME = "companion.sqlite3"


def _entries(path):
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT count(*) FROM journal").fetchone()[0]


class Cell:
    """One companion, in a folder of its own, and its replica in another."""

    def __init__(self, name, folder, copies=True, options=()):
        self.name, self.folder, self.options = name, folder, options
        self.data, self.replica = folder / "data", folder / "replica"
        self.data.mkdir(parents=True, exist_ok=True)
        self.config = folder / "litestream.yml"
        database = {"path": str(self.data / NAME), "replica": {"type": "file", "path": str(self.replica)}}
        self.config.write_text(json.dumps({"dbs": [database]}))  # JSON is YAML as well
        self.copies = None
        self.serve()
        if copies:
            self.copy()

    def serve(self):
        """Start the companion."""
        self.server = Server(self.data, "--cell", self.name, *self.options)

    def copy(self):
        """Start Litestream."""
        command = [LITESTREAM, "replicate", "-config", self.config]
        self.copies = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def copied(self):
        """Wait until the replica has every entry."""
        found = self.folder / "found.sqlite3"
        for _ in range(100):
            found.unlink(missing_ok=True)
            if self._litestream("restore", "-config", self.config, "-o", found, self.data / NAME).returncode == 0:
                entries = [_entries(path) for path in (found, self.data / NAME)]
                if entries[0] == entries[1]:
                    return
            time.sleep(0.1)
        raise AssertionError("the replica lacks something")

    def lose(self):
        """The computer is gone, and its disk with it."""
        self.server.kill()
        if self.copies:
            self.copies.kill()
            self.copies.wait(10)
        shutil.rmtree(self.data)

    def restore(self):
        """Bring it back from its replica, as the documents say."""
        self.data.mkdir()
        self._litestream("restore", "-config", self.config, self.data / NAME).check_returncode()
        self.serve()
        self.copy()

    @staticmethod
    def _litestream(*what):
        return subprocess.run([LITESTREAM, *what], timeout=60, capture_output=True)

    def close(self):
        """End everything."""
        for process in (self.server.process, self.copies):
            if process and process.poll() is None:
                process.kill()
                process.wait(10)
        self.server.process.stdout.close()


class Proxy:
    """HAProxy with the configuration that is in the repository, its addresses changed to those of this computer."""

    def __init__(self, folder, cells):
        self.admin = folder / "admin.sock"
        self.config = folder / "haproxy.cfg"
        self.port = free_port()
        text = CONFIG.read_text()
        text = re.sub(r"    (bind :443|maxconn|tcp-request connection reject).*\n", "", text)
        text = text.replace("    http-request redirect scheme https unless { ssl_fc }\n", "")
        text = text.replace("X-Forwarded-Proto https", "X-Forwarded-Proto http")
        text = text.replace("bind :80", f"bind 127.0.0.1:{self.port}")
        text = text.replace("/run/haproxy/admin.sock", str(self.admin))
        for cell in cells:
            text, changed = re.subn(rf"(server {cell.name}) \S+", rf"\1 127.0.0.1:{cell.server.port}", text)
            assert changed == 1, cell.name
        self.config.write_text(text)
        self.process = subprocess.Popen(
            [HAPROXY, "-W", "-q", "-f", self.config], start_new_session=True, stderr=subprocess.PIPE
        )
        for _ in range(200):
            with socket.socket() as knocks:
                if knocks.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise AssertionError(self.process.stderr.read1().decode())

    @property
    def address(self):
        """Where phones find all cells."""
        return f"http://127.0.0.1:{self.port}"

    def tell(self, command):
        """Say something to the running proxy; its answer."""
        with socket.socket(socket.AF_UNIX) as admin:
            admin.settimeout(5)
            admin.connect(str(self.admin))
            admin.sendall(f"{command}\n".encode())
            said = b""
            while piece := admin.recv(4096):
                said += piece
        return said.decode()

    def move(self, cell):
        """Change the one line of a cell, in the file and in the running proxy."""
        text = re.sub(rf"(server {cell.name}) \S+", rf"\1 127.0.0.1:{cell.server.port}", self.config.read_text())
        self.config.write_text(text)
        said = self.tell(f"set server cells/{cell.name} addr 127.0.0.1 port {cell.server.port}")
        assert "IP changed" in said or "port changed" in said, said

    def close(self):
        """End it, at once."""
        os.killpg(self.process.pid, 9)
        self.process.wait(10)
        self.process.stderr.close()
