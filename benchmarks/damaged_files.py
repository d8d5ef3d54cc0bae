"""Gives damaged files to every command that reads one, and counts what is no answer: tracebacks, hangs, long lines.

    python benchmarks/damaged_files.py [--files 10000] [--seed 1] [--only N]

Every file is made from a sound one by a seed of its own (``--only`` makes that one again and shows what was said):
databases with changed bits, swapped, random or missing pages, a cut end, another's log beside them, wrong values in any
column, other schemas; sheets and groups with changed bits and letters, and with anything in any place. A database is
given to check, backup, restore, import and to the server's start, a sheet to score and import. An answer is exit
status 0 or 2, and lines on standard error that begin with the command's name. Exit status 1 where there is any other.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import faulthandler
import io
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from companion import create_app
from companion.cli import main
from companion.games import RULEBOOKS
from companion.games.fields import HandLeft
from companion.games.option import defaults
from companion.games.sitting import Sitting
from companion.store.database import FILE_NAME, CommandRefused, Store
from companion.store.files import sheets
from companion.store.groups import groups
from companion.store.groups.groups import Home
from companion.store.journal.facts import Fact
from companion.store.journal.loading import open_table
from companion.store.tables.starting import start_table
from companion.store.tables.writing import append_fact

HANGS = 20  # seconds
LONGEST_LINE = 1000  # characters
NAMES = ("Anne", "Paul", "Rachel", "Camille")
VALUES: Sequence[Any] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**400, 0.5, 1e308, float("nan"), float("inf")),
    *("", "x", "Anne", "\0", "\ud800", "=1+1", "\u202e", "x" * 5000, "9999-12-31T23:59:59-23:59", "2024-02-30"),
    *([], [[]], [None], ["Anne"] * 13, {}, {"": {}}, {"Anne": []}, [0] * 600),
)
TEXTS = (
    "NULL",
    "''",
    "x'ff'",
    "CAST(x'c328' AS TEXT)",
    "7",
    "-1",
    "9223372036854775807",
    "1e400",
    "'{'",
    "'[]'",
    "'null'",
)
CARDS = ("G12", "1", "R3", "Y20", "B2", "=", "-1", "G99", "\udc80", "☃", "🃏", "g1", "1G")
SCHEMAS = (
    "DROP TABLE {table}",
    "ALTER TABLE {table} RENAME TO other",
    "ALTER TABLE {table} ADD COLUMN other TEXT",
    "ALTER TABLE {table} RENAME COLUMN {column} TO other",
    "CREATE TABLE other (x)",
    "CREATE VIEW other AS SELECT * FROM {table}",
    "CREATE TRIGGER other AFTER INSERT ON {table} BEGIN DELETE FROM {table}; END",
    "CREATE INDEX other ON {table} ({column})",
    "DELETE FROM {table}",
    "UPDATE sqlite_master SET sql = replace(sql, 'TEXT', 'INTEGER') WHERE name = '{table}'",
    "UPDATE sqlite_master SET sql = 'CREATE TABLE {table} (' WHERE name = '{table}'",
    "UPDATE sqlite_master SET sql = CAST(x'ff' AS TEXT) WHERE name = '{table}'",
    "UPDATE sqlite_master SET rootpage = {number} WHERE name = '{table}'",
    "UPDATE sqlite_master SET type = 'view' WHERE name = '{table}'",
    "UPDATE sqlite_master SET name = '{column}' WHERE name = '{table}'",
    "DELETE FROM sqlite_master WHERE name = '{table}'",
)


class Hung(BaseException):
    """It took too long."""


class Examiner:
    """Makes damaged files in a folder, and gives them to the commands."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.faults = folder, Counter[str]()
        self.database, self.sheet, self.group = _sound(folder / "sound")
        signal.signal(signal.SIGALRM, self._hang)
        faulthandler.enable()

    def examine(self, seed: str) -> list[str]:
        """Make the file of a seed and give it to each command; what was no answer."""
        faulthandler.dump_traceback_later(5 * HANGS, exit=True)  # where not even the alarm is heard
        chance = random.Random(seed)
        place = self.folder / "damaged"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        found = self._databases(chance, place) if chance.random() < 0.6 else self._sheets(chance, place)
        return [f"seed {seed}: {fault}" for fault in found]

    def _databases(self, chance: random.Random, place: Path) -> Iterator[str]:
        file = place / FILE_NAME
        file.write_bytes(self.database)
        for _ in range(chance.choice((1, 1, 1, 2, 5))):
            with contextlib.suppress(Exception):  # what is damaged already can't always be damaged again
                if file.is_file() and file.stat().st_size:
                    chance.choice(DAMAGES)(chance, file)
        whole = {left.name: left.read_bytes() for left in place.iterdir() if left.is_file()}
        sheet = self.folder / "sheet.json"
        sheet.write_bytes(self.sheet)
        new = self.folder / "new"
        for words in (
            ["check", "--data", str(place)],
            ["backup", str(place / "copy"), "--data", str(place)],
            ["restore", str(file), "--data", str(new)],
            ["import", str(sheet), "--data", str(place)],
        ):
            shutil.rmtree(new, ignore_errors=True)
            for name, content in whole.items():
                (place / name).write_bytes(content)
            yield from self._told(words)
        yield from self._starts(place)

    def _sheets(self, chance: random.Random, place: Path) -> Iterator[str]:
        file = place / "some.json"
        file.write_bytes(damaged_json(chance, chance.choice((self.sheet, self.group))))
        for words in (
            ["score", str(file)],
            ["score", str(file), "--json"],
            ["import", str(file), "--data", str(place)],
            ["check", "--data", str(place)],
        ):
            yield from self._told(words)
        cards = chance.choices(CARDS, k=chance.randrange(12))
        yield from self._told(["judge", "--players", chance.choice(("3", "4", "8", "9", "-1", "x")), "--", *cards])

    def _told(self, words: list[str]) -> Iterator[str]:
        status, _, err, fault = self._run(words)
        lines = err.splitlines()
        if fault:
            yield f"{words}: {fault}"
        elif status not in (0, 2) or not all(line.startswith("companion: ") for line in lines):
            yield f"{words}: status {status}, {err[:500]}"
        elif status == 2 and not lines:
            yield f"{words}: nothing was said"
        elif any(len(line) > LONGEST_LINE for line in lines):
            yield f"{words}: a line of {max(map(len, lines))} characters"

    def _run(self, words: list[str]) -> tuple[object, str, str, str]:
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors) for errors in ("strict", "backslashreplace"))
        status: object = 0
        fault, before = "", sys.argv
        sys.argv = ["companion", *words]
        signal.alarm(HANGS)
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                main()
        except SystemExit as stop:
            status = stop.code
        except (Exception, Hung):
            fault = traceback.format_exc()
        finally:
            signal.alarm(0)
            sys.argv = before
        said = []
        for stream in (out, err):
            stream.flush()
            stream.seek(0)
            said.append(stream.read())
        return status, said[0], said[1], fault

    def _starts(self, place: Path) -> Iterator[str]:
        """The server's start either goes on or says in a sentence why not, as ``serve`` has it."""
        signal.alarm(HANGS)
        try:
            app = create_app(place)
            app.extensions["store"].close()
        except (CommandRefused, OSError, sqlite3.Error):
            pass
        except (Exception, Hung):
            yield f"the start: {traceback.format_exc()}"
        finally:
            signal.alarm(0)

    def _hang(self, *_: object) -> None:
        raise Hung


def damaged_json(chance: random.Random, sound: bytes) -> bytes:
    """The bytes of a sheet or of a group, with something wrong."""
    kind = chance.randrange(5)
    if kind == 0:
        raw = bytearray(sound)
        for _ in range(chance.choice((1, 3, 30))):
            raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)
        return bytes(raw)
    if kind == 1:
        return sound[: chance.randrange(len(sound))] + chance.choice((b"", b"}", b"\xff", b"]" * 10, b"[" * 100_000))
    if kind == 2:
        return sound.decode().encode(chance.choice(("utf-16", "utf-16-be", "utf-32", "utf-8-sig", "utf-7")))
    content = json.loads(sound)
    for _ in range(chance.choice((1, 1, 2, 4))):
        spoil(chance, content)
    text = json.dumps(content, ensure_ascii=chance.random() < 0.5)
    if kind == 3 and (keys := [part for part in text.split('"') if part.isalpha()]):
        text = text.replace(chance.choice(keys), chance.choice(keys))
    return text.encode("utf-8", "surrogatepass")


def spoil(chance: random.Random, content: Any) -> None:
    """Put anything in any place of a parsed file, or take away what is there."""
    at = content
    while isinstance(at, (dict, list)) and at:
        step = chance.choice(list(at) if isinstance(at, dict) else range(len(at)))
        if not isinstance(at[step], (dict, list)) or not at[step] or chance.random() < 0.25:
            if chance.random() < 0.15:
                del at[step]
            elif chance.random() < 0.15 and isinstance(at, dict):
                at[str(chance.choice(VALUES))[:100]] = at.pop(step)
            else:
                at[step] = copy.deepcopy(chance.choice(VALUES))
            return
        at = at[step]


def flip(chance: random.Random, file: Path) -> None:
    """Change bits."""
    raw = bytearray(file.read_bytes())
    for _ in range(chance.choice((1, 10, 100))):
        raw[chance.randrange(min(len(raw), chance.choice((100, 4096, len(raw)))))] ^= 1 << chance.randrange(8)
    file.write_bytes(raw)


def cut(chance: random.Random, file: Path) -> None:
    """Cut the end off, maybe all of it."""
    raw = file.read_bytes()
    file.write_bytes(raw[: chance.choice((0, 1, 15, 16, 99, 100, chance.randrange(len(raw)), len(raw) // 4096 * 2048))])


def pages(chance: random.Random, file: Path) -> None:
    """Swap pages, or make one random, empty, or another's."""
    raw = file.read_bytes()
    every = [raw[at : at + 4096] for at in range(0, len(raw), 4096)]
    one, other = chance.randrange(len(every)), chance.randrange(len(every))
    new = chance.choice((every[other], bytes(4096), chance.randbytes(4096), every[one][::-1]))
    every[other] = every[one]
    every[one] = new
    file.write_bytes(b"".join(every))


def log(chance: random.Random, file: Path) -> None:
    """Put something beside it where SQLite looks for a log."""
    beside = file.with_name(file.name + chance.choice(("-wal", "-shm", "-journal")))
    raw = chance.choice(
        (b"", b"x", chance.randbytes(5000), file.read_bytes()[:9000], b"\x37\x7f\x06\x82" + bytes(4200))
    )
    beside.write_bytes(raw)


def other_file(chance: random.Random, file: Path) -> None:
    """Put another file in its place, or none, or what is none."""
    file.unlink()
    kind = chance.randrange(6)
    if kind == 0:
        file.mkdir()
    elif kind == 1:
        os.mkfifo(file)
    elif kind == 2:
        file.symlink_to(file)
    elif kind == 3:
        file.write_bytes(chance.randbytes(9000))
    elif kind == 4:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute(f"CREATE TABLE {chance.choice(('journal', 'tables', 'links'))} (x)")


def values(chance: random.Random, file: Path) -> None:
    """Write anything into any column, past every guard; in a journal's payload anything in any place."""
    with _unguarded(file) as db:
        table, column = _somewhere(chance, db)
        key = chance.choice(db.execute(f"SELECT * FROM {table}").fetchall() or [None])
        if key is None:
            return
        names = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
        where = " AND ".join(f"{name} IS ?" for name in names)
        if table == "journal" and chance.random() < 0.7:
            content = json.loads(key[names.index("payload")])
            spoil(chance, content)
            db.execute(f"UPDATE journal SET payload = ? WHERE {where}", [json.dumps(content), *key])
        else:
            times = chance.random() < 0.2
            only, asked = ("", []) if times else (f" WHERE {where}", key)
            db.execute(f"UPDATE {table} SET {column} = {chance.choice(TEXTS)}{only}", asked)


def structure(chance: random.Random, file: Path) -> None:
    """Change the schema."""
    with _unguarded(file, restore=False) as db:
        table, column = _somewhere(chance, db)
        db.execute("PRAGMA writable_schema = ON")
        db.execute(chance.choice(SCHEMAS).format(table=table, column=column, number=chance.randrange(-1, 60)))


DAMAGES: Sequence[Callable[[random.Random, Path], None]] = (
    *(flip, flip, cut, pages, pages, log, other_file, structure, structure),
    *(values, values, values, values),
)


@contextlib.contextmanager
def _unguarded(file: Path, restore: bool = True) -> Iterator[sqlite3.Connection]:
    """The database without triggers and types; afterwards the triggers are there again."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        for guard in ("foreign_keys = OFF", "ignore_check_constraints = ON", "journal_mode = DELETE"):
            db.execute(f"PRAGMA {guard}")
        triggers = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        triggers = triggers if restore else []
        for name, _ in triggers:
            db.execute(f"DROP TRIGGER {name}")
        try:
            yield db
        finally:
            for _, made in triggers:
                db.execute(made)


def _somewhere(chance: random.Random, db: sqlite3.Connection) -> tuple[str, str]:
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    table = chance.choice(tables)
    return table, chance.choice([row[1] for row in db.execute(f"PRAGMA table_info({table})")])


def _sound(folder: Path) -> tuple[bytes, bytes, bytes]:
    """A database with something of everything, a sheet and a group's file."""
    folder.mkdir()
    with closing(Store(folder / FILE_NAME)) as store:
        group = groups.open_group(store, groups.start_group(store, "g" * 22, "Thursdays"))
        assert group is not None
        hands = (HandLeft((5, 2)), HandLeft(), HandLeft((6,)), HandLeft(only_total=3))
        rounds = ({"hands": dict(enumerate(hands)), "fools": (1,)},) * 3
        options = defaults(RULEBOOKS["fool"].options)
        for number in range(4):
            sitting = Sitting(NAMES, 0, options, rounds[:number], stopped=number == 3)
            key = start_table(store, "fool", sitting, f"{number}" * 22, Home(group.id) if number else None)
            opened = open_table(store, key)
            assert opened is not None
            if number < 3:
                table = append_fact(
                    store, key, "r" * 22, Fact("round_entered", {"number": number + 1, "round": rounds[0]}, 99)
                )
                table = append_fact(store, key, "n" * 22, Fact("players_renamed", {"names": [(2, "Rahel")]}))
                append_fact(store, key, "u" * 22, Fact("undone", {"seq": table.version}))
        sheet = json.dumps(sheets.write_table(store, opened[0])).encode()
        whole = "".join(sheets.write_group(store, group)).encode()
    return (folder / FILE_NAME).read_bytes(), sheet, whole


def run() -> int:
    """Examine and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--files", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", type=int)
    chosen = options.parse_args()
    numbers = range(chosen.files) if chosen.only is None else [chosen.only]
    faults = 0
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        examiner = Examiner(Path(folder))
        for number in numbers:
            for fault in examiner.examine(f"{chosen.seed}-{number}"):
                faults += 1
                if faults <= 20:
                    print(fault, flush=True)
    print(f"{len(numbers)} damaged files for the commands and the start: {faults} without an answer")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(run())
