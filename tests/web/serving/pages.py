"""Pages that no game has: an answer of many megabytes, and one that takes long to work out."""

import threading

from flask import Blueprint

MOST_PIECES = 500
blueprint = Blueprint("long", __name__)
worked_out = []
at_once = []
worked = threading.Event()  # let go on what takes long


@blueprint.get("/long")
def in_pieces():
    """An answer of many megabytes."""

    def pieces():
        try:
            for number in range(MOST_PIECES):
                worked_out.append(number)
                yield bytes(65536)
        finally:
            worked_out.append("closed")

    return pieces()


@blueprint.get("/t/<key>/dear.xlsx")
def dear(key):
    """What takes long to work out."""
    at_once.append(+1)
    worked.wait(10)
    at_once.append(-1)
    return "sum"
