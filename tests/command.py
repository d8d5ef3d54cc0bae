"""Running the command inside the test, and what it says when it fails."""

import io
import sys

from companion.cli import main


class Command:
    """``command("score", file)`` gives the exit status and what was written to stdout and stderr."""

    def __init__(self, monkeypatch, capsys):
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, *arguments, stdin=b""):
        self.monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        status = 0
        try:
            main()
        except SystemExit as stop:
            status = stop.code
        return status, *self.capsys.readouterr()


def one_plain_line(result):
    """What a failed command says."""
    status, out, err = result
    assert out == ""
    return last_line(status, err)


def refused_start(result, path):
    """What a companion says that could not start with a database."""
    status, out, err = result
    assert out == f"Starting with {path} …\n"
    return last_line(status, err)


def last_line(status, err):
    """What a failed command says in the end, whatever it printed before."""
    assert status == 2
    assert err.count("\n") == 1
    assert err.startswith("companion: ")
    assert "Traceback" not in err
    return err.removeprefix("companion: ").rstrip("\n")
