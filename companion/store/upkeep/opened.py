"""When a table or a group was opened last: a day, which the lists of the command show."""

from companion.store.clock import now
from companion.store.database import Store


def note_opened(store: Store, kind: str, number: int) -> None:
    """Note that a table or a group (``tables``, ``groups``) is opened today: at most one write a day for each."""
    today = now()[:10]
    known = store.db.execute(f"SELECT opened_on FROM {kind} WHERE id = ?", [number]).fetchone()  # noqa: S608
    if known and known[0] < today:
        with store.writing() as db:
            db.table(kind).update(number, {"opened_on": today})
