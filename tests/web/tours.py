"""A tour of every kind of page, for tests that look at all of them."""

from tests.web.builders import OUT, a_file, a_group, a_table, new_game, opened, send

START = ("/", "/tables/new", "/joins/new", "/imports/new", "/offline", "/nothing", "/groups/new")
AT_A_TABLE = "/settings /share /setup /rounds/new /history /chart /sheet /screen /phones /rematch /rules /referee"
IN_A_GROUP = ("", "/players", "/statistics", "/share", "/settings")


def all_pages(client):
    yield from (client.get(path).page for path in START)
    for game in ("fool", "fools-field", "durak"):
        yield from (client.get(f"/{kind}/{game}").page for kind in ("rules", "referee"))
        phone = a_table(client, players=2 if game == "fools-field" else 4, game=game)
        yield from (client.get(phone.address + path).page for path in ("", *AT_A_TABLE.split()))
    phone = a_table(client).with_round("=41", OUT, "13", "5", fools=["Paul"])
    yield from what_is_refused(phone)
    yield from (phone.visit(path) for path in ("/players", "/house-rules", "/hands/1"))
    yield a_table(client).visit("/paper")
    paths = ("", "?why=1", "/sheet?why=1-1", "/chart", "/screen", "/settings")
    for each in (phone, phone.stopping()):
        yield from (each.visit(path) for path in paths)
    yield from the_end(phone)
    yield a_table(client, game="points", title="Phase 10").visit("/rounds/new")
    group = a_group(client).with_game()
    paths = (*IN_A_GROUP, f"/players/{group.people()['Anne']}", f"/tables/{group.tables()[0]}/deletion")
    yield from (group.visit(path) for path in paths)


def what_is_refused(phone):
    client = phone.client
    yield client.post("/tables", data=new_game("Anne", "x" * 41, "anne")).page
    yield client.post("/tables", data=new_game("Anne", first_starter="7", end_score="x", starter_by="x")).page
    yield client.post("/tables", headers={"Sec-Fetch-Site": "cross-site"}).page
    yield client.delete("/tables").page
    yield client.post("/imports").page
    yield from (send(client, content).page for content in (b"oops", a_file([{"hands": {}}])))
    yield phone.post("/names", **{"name-2": ""}).page
    yield phone.post("/seatings", row=list("0123"), plays=list("123"), name="anne").page
    for hands in (("5", "6", "2", "3"), ("oops", "27", "27", "2 " * 13), ("2 3 4 5 6 7 8", OUT, "=149", "")):
        yield phone.enter(*hands).page
    yield phone.enter("2", OUT, "3", "4", fools=["Anne", "Paul"]).page
    yield a_table(client, players=7).enter("5", *[OUT] * 6).page
    yield phone.check("5", OUT, "2", "3")
    for number in (1, 9):
        yield phone.enter("5", OUT, "2", "3", number=number).page
    yield phone.post("/undos", seq="1").page


def the_end(phone):
    """The end by every reason, and what comes after it."""
    ended = a_table(phone.client, tens_to_end="2", end_score="10", tens_counted="each").with_round("17", OUT, "2", "13")
    yield from (ended.visit(path) for path in ("", "/sheet"))
    yield ended.enter("2", OUT, "3", "4").page
    yield ended.playing_on().with_round("2", OUT, "3", "4").visit()
    phone.playing_on().post("/names", **{"name-2": "Ben"})
    phone.post("/starters", number="2", seat="2")
    phone.correct(1, "=90", OUT, "13", "6")
    phone.undoing().visit("/history").press("Redo")
    yield from (each.visit("/history") for each in (phone, opened(phone.client, a_file())))
