"""What is dear holds up nobody who saves, and Python's looking for garbage nobody who listens."""

import gc
import signal
import threading
from urllib.parse import urlencode

from companion.web.serving import server
from companion.web.table import downloads
from tests.web.builders import OUT, a_key, a_table

FORM = "application/x-www-form-urlencoded"


def test_a_save_waits_for_no_download_and_for_no_page(served, client, monkeypatch):
    """However many there are: all threads that read are taken here, and more wait for one."""
    phone, over = a_table(client), threading.Event()
    monkeypatch.setattr(downloads, "sheet_csv", lambda *_: str(over.wait(20)))
    monkeypatch.setitem(served.app.view_functions, "home.show", lambda: str(over.wait(20)))
    paths = [f"{phone.address}/sheet.csv"] * 3 + ["/"] * 20
    asking = [threading.Thread(target=served.ask, args=["GET", path]) for path in paths]
    for each in asking:
        each.start()
    try:
        form = urlencode(phone.entry("17", OUT, "13", "5", number=1, key=a_key()))
        status, *_ = served.ask("POST", f"{phone.address}/rounds", form, Content_Type=FORM)
        assert status == 303
        assert not over.is_set()
    finally:
        over.set()
        for each in asking:
            each.join(30)


def test_python_looks_for_garbage_seldom(served, monkeypatch):
    """By its own count it would go through all objects of 9,000 phones again and again, and answer nobody for 0.8 s."""
    monkeypatch.setattr(server.Server, "run", lambda *_: None)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    before = gc.get_threshold()
    try:
        server.run(served.app, [], [], access_log=False)
        assert gc.get_threshold() == (server.NEW_OBJECTS, *before[1:])
    finally:
        gc.set_threshold(*before)
