"""What a phone delivered, as far as this file knows of it.

A phone keeps for a while what it delivered, with the receipt of its entry. Where the file has been put back from an
older copy, it asks here what is missing, and delivers that again: by the same keys, so that nothing is there twice.
"""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from companion.games.message import say
from companion.store.journal.tables import standing
from companion.text import translate
from companion.web.app import language
from companion.web.table.access import open_to_write, store

blueprint = Blueprint("deliveries", __name__, url_prefix="/t/<key>/deliveries")


@blueprint.post("")
def ask(key: str) -> ResponseReturnValue:
    """Which of the entries are missing, which somebody has undone, and what a phone says where it delivers again."""
    asked, opened = request.form.getlist("entry"), open_to_write(key)
    there = standing(store(), opened.table, asked)
    missing = [entry for entry in asked if entry not in there]
    undone = [entry for entry, in_force in there.items() if not in_force]
    words = translate(say("The server had lost this. It is sent again:"), language.words())
    return {"missing": missing, "undone": undone, "words": words}
