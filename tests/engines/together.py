"""Other phones look on and lay hands; the server loses its disk."""

import re
import time

from tests.browser.phone import FIVE
from tests.engines.table import LEFT, NEXT, VERDICT

HAS_SHEET = """() => Object.entries(localStorage).some(
    ([name, kept]) => name.startsWith("sheet ") && JSON.parse(kept).rounds === 4
)"""


def the_table_is_shared_by_code_link_and_picture(evening):
    phone = evening.at_table()
    phone.tap("Share", "link")
    phone.sees("Score with us")
    evening.code = phone.screen.run("() => document.querySelector('.code').textContent")  # folded away
    assert re.fullmatch(r"\w{5} \w{5}", evening.code), evening.code
    size = phone.screen.run("() => document.querySelector('.share-qr svg').getBoundingClientRect().width")
    assert size > 100, size


def another_phone_watches_by_the_code(evening):
    guest = evening.other("guest")
    guest.open("/")
    guest.tap("Join with a code", "link")
    guest.type("Code", evening.code)
    guest.tap("Watch")
    guest.sees("You’re watching.")
    evening.totals("−78", "2", "−38", "−104", "−19", phone=guest)
    assert guest.look("text", {"role": "link", "name": "Enter round 4"}) is None


def a_hand_is_laid_from_her_own_phone_and_nobody_sees_what_it_is(evening):
    link = evening.at_table("/share").screen.run("() => document.querySelector('#score-link').value")
    rachel = evening.other("Rachel")
    rachel.open(link[link.index("/t/") :])
    rachel.tap("Rachel")  # who keeps score is asked who that is
    rachel.tap("My hand", "link")
    rachel.sees("You’re Rachel.")
    for face in ("12", "1"):
        rachel.tap(face, within=LEFT)
    rachel.reads("−17", ".tray-sum")
    rachel.tap("Send my hand")
    phone, guest = evening.at_table(), evening.other("guest")
    for each in (rachel, phone, guest):
        each.sees("Still to enter: Anne, Paul, Camille and Ben", ".hands-in")
        assert "−17" not in each.text("main")
    phone.tap("Enter round 4", "link")
    phone.reads("sent", ".is-sent .hand-sum")


def what_is_saved_shows_live_on_the_other_phone_without_polls(evening):
    guest = evening.other("guest")
    guest.screen.run("() => { document.body.dataset.sameDocument = 'yes' }")
    polls = "() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/live?')).length"
    before = guest.screen.run(polls)
    time.sleep(5)  # polls would come every 1.2 seconds
    for number, name in enumerate(("Anne", "Paul", "Camille", "Ben")):
        evening.phone.tap_at({"css": ".hand-name", "name": name})
        evening.active(name)
        evening.keys(LEFT, 4 + number) if number else evening.phone.tap("Out")
    evening.phone.reads("Save: Anne +10, Paul −5, Rachel sent, Camille −6, Ben −7", VERDICT)
    evening.server.copy()
    evening.phone.tap("Save round 4")
    evening.saved(4)
    evening.phone.until(lambda: evening.phone.screen.run(HAS_SHEET), lambda: "the phone does not keep the sheet")
    evening.totals("−68", "−3", "−55", "−110", "−26", phone=guest)
    assert guest.screen.run("() => document.body.dataset.sameDocument") == "yes", "it was loaded again"
    assert guest.title == "Round 5 · Fool! companion", guest.title
    assert guest.screen.run(polls) <= before + 2, "it asked without being told"


def the_server_is_gone_with_its_disk_and_a_round_waits_on_the_phone(evening):
    phone = evening.at_table("/rounds/new")
    for name in FIVE[:4]:
        evening.active(name)
        evening.keys(LEFT, 3)
        phone.tap_at(NEXT)
    evening.active("Ben")
    evening.server.lose_the_disk()
    phone.tap("Out")
    phone.sees("No connection. Your entries stay on this phone.", VERDICT)
    phone.tap("Save round 5")
    phone.until(lambda: phone.text(".outbox-waits"), lambda: "it is not said that the round waits")


def the_server_is_back_from_an_older_copy_and_every_round_is_there_once(evening):
    if evening.server.process.poll() is not None:
        evening.server.start()
    evening.phone.sees("Round 5 is no longer next")
    evening.at_table().tap("Restore from this phone")
    evening.totals("−68", "−3", "−55", "−110", "−26")
    evening.phone.tap("Try again")
    evening.totals("−71", "−6", "−58", "−113", "−16")
    evening.phone.misses("#outbox")
    evening.totals("−71", "−6", "−58", "−113", "−16", phone=evening.other("guest"))
    played = evening.phone.screen.run(
        "path => fetch(path).then(answer => answer.json())", f"{evening.table}/sheet.json"
    )
    assert len(played["rounds"]) == 5
