"""What takes long holds up nobody who saves."""

import threading
from urllib.parse import urlencode

from companion.web.groups import settings
from companion.web.table import downloads
from tests.web.builders import OUT, a_group, a_key, a_table

FORM = "application/x-www-form-urlencoded"


def test_a_save_waits_for_no_file_and_for_no_page(served, client, monkeypatch):
    """However many there are: all threads that read are taken here, and more wait for one."""
    phone, group, over = a_table(client), a_group(client).with_game(), threading.Event()
    monkeypatch.setattr(downloads, "sheet_csv", lambda *_: str(over.wait(20)))
    monkeypatch.setattr(settings, "import_file", lambda *_: over.wait(20))
    monkeypatch.setitem(served.app.view_functions, "home.show", lambda: str(over.wait(20)))
    paths = [f"{phone.address}/sheet.csv"] * 3 + [f"{group.address}/group.json"] * 3 + ["/"] * 20
    asking = [threading.Thread(target=served.ask, args=["GET", path]) for path in paths]
    for path in ("/imports", f"{group.address}/imports"):
        sent = ["POST", path, urlencode({"sheet": "{}", "key": a_key()})]
        asking += [threading.Thread(target=served.ask, args=sent, kwargs={"Content_Type": FORM}) for _ in range(8)]
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
