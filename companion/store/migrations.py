"""The schema, step by step. A step is never edited once it has been released: add another."""

from __future__ import annotations

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

migrations = Migrations("companion")


@migrations()
def m001_tables_links_journal(db: Database) -> None:
    """Tables, the hashed keys that open them, and the append-only journal."""
    db.execute("CREATE TABLE tables (id INTEGER PRIMARY KEY, game TEXT NOT NULL, created_at TEXT NOT NULL) STRICT")
    db.execute(
        """
        CREATE TABLE links (
            key_hash TEXT PRIMARY KEY,
            table_id INTEGER NOT NULL REFERENCES tables(id),
            role TEXT NOT NULL CHECK (role IN ('scorer', 'watcher')),
            created_at TEXT NOT NULL,
            ended_at TEXT
        ) STRICT, WITHOUT ROWID
        """
    )
    db.execute("CREATE INDEX links_table ON links(table_id)")
    db.execute(
        """
        CREATE TABLE journal (
            table_id INTEGER NOT NULL REFERENCES tables(id),
            seq INTEGER NOT NULL CHECK (seq > 0),
            kind TEXT NOT NULL,
            payload TEXT NOT NULL,
            at TEXT NOT NULL,
            key TEXT NOT NULL,
            PRIMARY KEY (table_id, seq),
            UNIQUE (key, table_id)
        ) STRICT, WITHOUT ROWID
        """
    )
    for verb in ("UPDATE", "DELETE"):
        db.execute(
            f"""
            CREATE TRIGGER journal_no_{verb.lower()} BEFORE {verb} ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END
            """
        )


@migrations()
def m002_codes(db: Database) -> None:
    """Short codes for watchers, the wrong ones that were tried, and how often watchers' links were replaced."""
    db.execute("ALTER TABLE tables ADD COLUMN watchers_replaced INTEGER NOT NULL DEFAULT 0")
    db.execute(
        """
        CREATE TABLE codes (
            code TEXT PRIMARY KEY,
            table_id INTEGER NOT NULL UNIQUE REFERENCES tables(id),
            created_at TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """
    )
    db.execute(
        "CREATE TABLE wrong_codes (slot TEXT PRIMARY KEY, tries REAL NOT NULL, at TEXT NOT NULL) STRICT, WITHOUT ROWID"
    )
