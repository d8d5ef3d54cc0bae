"""Deputies: a scorer's phone that stands in for the hosts while none of their phones is there. Everybody sees it."""

from datetime import timedelta

from companion.store.database import Store, ago
from companion.store.journal.changes import Change
from companion.store.journal.loading import load_table
from companion.store.links.links import DEPUTY, HOST, SCORER, MayNot, require_role
from companion.store.links.phones import SERIES, give_role
from companion.store.tables.writing import add_entry

HOSTS_ARE_AWAY_AFTER = timedelta(minutes=10)


def become_deputy(store: Store, credential: str) -> None:
    """Let a phone that kept score before the hosts were away stand in for them, once these have been away so long.

    Raises LinkEnded, and MayNot for another phone.
    """
    with store.writing() as db:
        link = require_role(store, credential, SCORER)
        row = db.table("phones").get(link.phone_id) if link.recorded_role == SCORER else None
        if row is None or row["role_at"] > ago(HOSTS_ARE_AWAY_AFTER):
            raise MayNot(HOST)
        give_role(db, DEPUTY, "id = ?", row["id"])
        # With the highest id, so that those phones that came later can be told from the others.
        db.execute("UPDATE phones SET id = (SELECT max(id) FROM phones) + 1 WHERE id = ?", [row["id"]])
        add_entry(db, load_table(store, link.table_id), Change("deputy_named", {}), row["seat"])


def dismiss_deputies(store: Store, credential: str) -> None:
    """Make every deputy a scorer again, here and at rematches. Raises LinkEnded, and MayNot unless by a host."""
    with store.writing() as db:
        link = require_role(store, credential, HOST)
        if give_role(db, SCORER, f"role = 'deputy' AND table_id IN {SERIES}", link.table_id):
            add_entry(db, load_table(store, link.table_id), Change("deputy_dismissed", {}), link.seat)
