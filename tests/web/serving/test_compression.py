"""What goes over the wire: texts are compressed for who takes that, and a first visit is light."""

import gzip
import re

from tests.web.builders import OUT, a_table


def test_texts_are_compressed_for_who_takes_it_and_nothing_else_is(served, client):
    address = a_table(client).address
    for path in (f"{address}/sheet?new=1", f"{address}/sheet.csv", "/nothing", "/static/app.css", "/static/icon.svg"):
        for _ in range(2):
            _, plainly, plain = served.ask("GET", path)
            _, headers, zipped = served.ask("GET", path, Accept_Encoding="gzip, deflate, br")
            assert (headers["Content-Encoding"], plainly["Content-Encoding"]) == ("gzip", None)
            assert gzip.decompress(zipped) == plain
            assert len(zipped) < len(plain) * 0.7
            assert all("Accept-Encoding" in " ".join(told.get_all("Vary")) for told in (headers, plainly))
    for path in ("/static/awake.mp4", "/static/icons/192.png"):
        assert served.ask("GET", path, Accept_Encoding="gzip")[1]["Content-Encoding"] is None
    part = served.ask("GET", "/static/awake.mp4", Range="bytes=0-9", Accept_Encoding="gzip")
    assert (part[0], len(part[2])) == (206, 10)


def test_a_first_visit_is_light(served, client):
    """A table of five after three rounds: what is needed to see it, and all of it with htmx, which comes after that."""
    phone = a_table(client, players=5)
    for number in range(3):
        phone.with_round("13 1", "9" if number else OUT, OUT, "2 7", "20")

    def weight(*paths):
        return sum(len(served.ask("GET", path, Accept_Encoding="gzip")[2]) for path in paths)

    page = client.get(phone.address).text
    names = ("app.css", "app.js", "scripted.js", "icon.svg", "table.js", "pages.css", "pages.js")
    assert set(re.findall(r"/static/([\w./]+)\?", page)) == {*names, "icons/180.png", "awake.mp4"}
    addresses = [f"/static/{name}" for name in names]
    assert weight(phone.address, addresses[0]) <= 8_500
    assert weight(phone.address, *addresses[:4]) <= 20_000
    assert weight(phone.address, *addresses) <= 44_000
