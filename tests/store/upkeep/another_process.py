"""Other processes on a file, as when a server restarts while the old one still answers; and one to be killed."""

from contextlib import closing
from functools import cache
from itertools import count
from multiprocessing import get_context

from companion.store.database import Store
from companion.store.journal import facts
from companion.store.journal.facts import Conflict
from companion.store.journal.tables import append, start_table
from companion.store.upkeep import backup
from tests.store.builders import ANNE, Phone, a_round, a_sitting, entering

AFRESH = get_context("spawn")
PATIENCE = 60  # seconds for an answer


class Victim:
    """A process that does something and says how far it is, until it is killed."""

    def __init__(self, do, *args):
        self.heard, theirs = AFRESH.Pipe()
        self.process = AFRESH.Process(target=do, args=(theirs, *args), daemon=True)
        self.process.start()
        theirs.close()

    def answer(self):
        assert self.heard.poll(PATIENCE), "the process gives no answer"
        return self.heard.recv()

    def killed(self):
        """Kill it in the middle of what it does; the answers it had given and nobody had read yet."""
        self.process.kill()
        self.process.join()
        said = []
        try:
            while True:
                said.append(self.heard.recv())
        except (EOFError, OSError):
            return said

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()
        self.heard.close()


@cache
def at_the_table(path, address):
    return Phone(Store(path), address)


def open_file(path):
    with closing(Store(path)) as store:
        return str(store.db.execute("PRAGMA journal_mode").fetchone()[0])


def start(path, key):
    with closing(Store(path)) as store:
        return start_table(store, "fool", a_sitting(), key)


def enter(path, address, number, cost, key):
    played = a_round(f"={cost}", "2", "3", "")
    try:
        at_the_table(path, address).writes(entering(number, played), key)
    except Conflict:
        return "conflict"
    return "entered"


def rename_until_killed(heard, path, address):
    """Call Anne by one name after the other, and say each when it is written. The name is the key too."""
    phone = at_the_table(path, address)
    for number in count():
        append(phone.store, phone.address, f"Anne {number}", facts.players_renamed({ANNE: f"Anne {number}"}))
        heard.send(f"Anne {number}")


def restore(heard, file, path):
    """Put a backup in place of a database, again and again."""
    while True:
        heard.send("restoring")
        backup.restore(file, path)
