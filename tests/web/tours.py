"""Tours of every kind of page, for tests that look at all of them."""

from tests.web.builders import OUT, a_file, a_group, a_table, new_game, opened, send

AT_A_TABLE = "/settings /share /setup /rounds/new /history /chart /sheet /screen /phones /rematch /rules /referee"


def all_pages(client):
    for path in ("/", "/tables/new", "/joins/new", "/imports/new", "/offline", "/nothing", "/groups/new"):
        yield client.get(path).page
    for game in ("fool", "fools-field", "durak"):
        yield from (client.get(f"/{kind}/{game}").page for kind in ("rules", "referee"))
        phone = a_table(client, players=2 if game == "fools-field" else 4, game=game)
        yield from (client.get(phone.address + path).page for path in ("", *AT_A_TABLE.split()))
    phone = a_table(client).with_round("=41", OUT, "13", "5")
    yield client.get(f"{phone.address}/hands/1").page
    yield phone.enter("9", OUT, "2", "3", number=1).page
    yield phone.enter("99", OUT, "2", "3").page
    yield from (phone.visit(path) for path in ("/players", "/house-rules"))
    yield a_table(client).visit("/paper")
    yield phone.post("/seatings", row=list("0123"), plays=list("123"), name="anne").page
    paths = ("", "?why=1", "/sheet?why=1-1", "/chart", "/screen", "/settings")
    for each in (phone, phone.stopping()):
        yield from (each.visit(path) for path in paths)
    yield a_table(client, game="points", title="Phase 10").visit("/rounds/new")
    group = a_group(client).with_game()
    paths = ("", "/players", "/statistics", "/share", "/settings", f"/players/{group.people()['Anne']}")
    yield from (group.visit(path) for path in (*paths, f"/tables/{group.tables()[0]}/deletion"))


def in_play(phone):
    client = phone.client
    yield from (client.get(path).page for path in ("/", "/tables/new", "/imports/new"))
    yield from (phone.visit(path) for path in ("", "/sheet", "/chart", "/history", "/settings", "/rematch"))
    yield from (phone.visit(path) for path in ("/rounds/new", "/rounds/1"))
    yield from (a_table(client, players=8).visit(path) for path in ("", "/sheet", "/chart", "/history"))


def with_problems(phone):
    client = phone.client
    yield client.post("/tables", data=new_game("Anne", "x" * 41, "anne")).page
    yield client.post("/tables", data=new_game("Anne", first_starter="7", end_score="x", starter_by="x")).page
    yield client.post("/imports").page
    yield send(client, b"oops").page
    yield send(client, a_file([{"hands": {}}])).page
    yield phone.post("/names", **{"name-2": ""}).page
    yield phone.enter("5", "6", "2", "3").page
    yield phone.enter("oops", "27", "27", "2 " * 13).page
    yield phone.enter("5", "28", "=1", "=999").page
    yield phone.enter("2 3 4 5 6 7 8", OUT, "=149", OUT, waiting="4").page
    yield phone.enter("2", OUT, "3", "4", fools=["Anne", "Paul"]).page
    yield a_table(client, players=7).enter("5", *[OUT] * 6).page
    yield phone.check("5", OUT, "2", "3")
    yield phone.check("5", OUT, "2", OUT, waiting="4")
    yield phone.check("2 3 4 5 6 7 8", OUT, "3", "4")


def too_late(phone):
    yield phone.enter("5", OUT, "2", "3", number=1).page
    yield phone.enter("5", OUT, "2", "3", number=9).page
    yield phone.post("/undos", seq="1").page


def at_the_end(phone):
    """The end by every reason, and what comes after it."""
    client = phone.client
    ended = a_table(client, tens_to_end="2", end_score="10", tens_counted="each").with_round("17", OUT, "2", "13")
    yield from (ended.visit(path) for path in ("", "/sheet", "/chart", "/settings"))
    yield ended.enter("2", OUT, "3", "4").page
    ended.playing_on()
    yield from (ended.visit(path) for path in ("", "/sheet"))
    yield ended.with_round("2", OUT, "3", "4").visit()
    yield a_table(client, tens_to_end="2").with_round("17", OUT, OUT, "13").visit()
    stopped = phone.stopping()
    yield stopped.visit()
    stopped.playing_on().post("/names", **{"name-2": "Ben"})
    stopped.post("/starters", number="3", seat="2")
    stopped.correct(1, "=90", OUT, "13", "6")
    stopped.correct(2, "1", OUT, "3", "=20")
    stopped.correct(2, "1", OUT, "1 1", "=20")
    stopped.undoing()
    stopped.visit("/history").press("Redo")
    yield from (stopped.visit(path) for path in ("", "/sheet", "/history"))
    yield opened(client, a_file()).visit("/history")


def gone_wrong(phone):
    client = phone.client
    yield client.get("/nothing").page
    yield client.delete("/tables").page
    yield client.post("/tables", headers={"Sec-Fetch-Site": "cross-site"}).page
    yield client.post("/tables", data=b"x" * 2_000_000, content_type="application/x-www-form-urlencoded").page
