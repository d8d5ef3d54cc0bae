"""The referee's ruling that is shown to the table."""

from datetime import timedelta
from urllib.parse import parse_qsl

from werkzeug.datastructures import MultiDict

from companion.games.message import Message
from companion.store.clock import since
from companion.web.table.access import Opened

SHOWN_FOR = timedelta(minutes=10)


def ruling_of(opened: Opened) -> tuple[Message, ...]:
    """Return the ruling that is shown at a table now, the answer first; nothing where none is, or it is long ago."""
    entry, referee = opened.table.ruling, opened.game.referee
    if entry is None or referee is None or since(entry.at) > SHOWN_FOR:
        return ()
    return referee(MultiDict(parse_qsl(entry.payload["asked"])), opened.table.sitting).told
