"""What the companion does by itself: every few seconds it looks whether the file is still the one that it opened."""

import asyncio
import sqlite3

from flask import Flask

from companion.web.app.log import tell_trouble

A_LOOK = 2  # seconds until the next


async def keep_watch(app: Flask) -> None:
    """Tell whoever runs the companion when the file was moved or replaced, also while nobody saves."""
    while True:
        await asyncio.sleep(A_LOOK)
        await asyncio.to_thread(look_after, app)


def look_after(app: Flask) -> None:
    """Look once."""
    store = app.extensions["store"]
    try:
        store.check_files()
    except sqlite3.Error as error:
        with app.app_context():
            tell_trouble(error, store.path)
