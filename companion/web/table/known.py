"""What a phone remembers of a table, so that its first page can lead back."""

from companion.games.message import Message, say
from companion.games.state import describe_state
from companion.store.journal.rematches import rematch_of
from companion.store.journal.replay import Table
from companion.store.journal.tables import load_table
from companion.text import translate
from companion.web.app.language import called, language, words
from companion.web.table.access import Opened, store


def known(opened: Opened) -> dict[str, str | bool | int | None]:
    """What a phone remembers of a table: the game, how it stands, when it was played, and the rematch if it has begun.

    And its own role, and who it is.
    """
    table = opened.table
    rematch = describe_rematch(table)
    return {
        "role": opened.role,
        "me": None if opened.seat is None else opened.seat + 1,
        "game": called(table),
        "lang": language(),
        "state": translate(describe_state(table.sitting, table.sheet), words()),
        "over": table.sheet.next is None,
        "played": table.last_at,
        "rematch": translate(say("Rematch: %(what)s", what=rematch), words()) if rematch else None,
    }


def describe_rematch(table: Table) -> Message | None:
    """How it stands where those of a finished table play again, or who starts there; None where they do not."""
    there = rematch_of(store().db, table)
    if there is None:
        return None
    again = load_table(store(), there)
    starter = again.sheet.next.starting if again.sheet.next and not again.sheet.lines else None
    if starter is None:
        return describe_state(again.sitting, again.sheet)
    return say("%(name)s starts", name=again.sitting.players[starter])
