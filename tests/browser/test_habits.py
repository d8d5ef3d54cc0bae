"""No habit of a hand saves a wrong round without a question that names what is wrong."""

from collections import Counter
from pathlib import Path
from urllib.parse import parse_qsl

from werkzeug.datastructures import MultiDict

from companion import text
from companion.games import RULEBOOKS
from companion.games.contract import Entering
from companion.games.sitting import Sitting
from companion.web.app.folders import STATIC
from companion.web.games import GAMES
from tests.browser.habits import evenings
from tests.web.builders import NAMES

HERE = Path(__file__).parent
SCRIPTS = [
    (STATIC / "js" / name).read_text()
    for name in ("app/announce.js", "rounds/habits.js", "rounds/canonical.js", "games/fool/card-pad.js")
]
ENGLISH = text.catalogue([])


def outcome(evening, typed):
    """What the server does with a form: the points that it saves, what it asks, or that it refuses."""
    rulebook = RULEBOOKS["fool"]
    sitting = Sitting(NAMES[: evening.players], 0, {})
    form = MultiDict(parse_qsl(typed, keep_blank_values=True))
    entry = GAMES["fool"].entry(Entering(rulebook, sitting, rulebook.opening(sitting, ()), form))
    played = entry.validate()
    asked = " ".join(text.translate(question.message, ENGLISH) for question in entry.questions)
    return (played.points() if played else None), asked


def saved_as_meant(evening, came):
    """What became of a round; it is never saved otherwise than it was meant unless a question says where."""
    if came["asked"]:
        assert not evening.careful, (evening, came)
        return "asked"
    points, asked = outcome(evening, came["sent"])
    wrong = [NAMES[seat] for seat in range(evening.players) if points and points[seat] != evening.points[seat]]
    assert all(name in asked for name in wrong), (evening, came)
    if evening.careful:
        assert (points, came["missing"]) == (evening.points, []), (evening, came)
    return "refused" if points is None else "asked" if asked else "saved"


def a_pad(browser):
    """A page whose scripts are not run, so that those of the pad can be, again and again."""
    context = browser.new_context(bypass_csp=True, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.route("**/static/{app,pads}.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    return page


def type_rounds(page, table, hands):
    """Type rounds on the pad of a table of eight; each evening with what came of it."""
    page.goto(f"{table}/rounds/new")
    page.evaluate((HERE / "tap_pad.js").read_text(), SCRIPTS)
    typed = list(hands)
    rounds = [[evening.players, taps, each] for evening, taps, each in typed]
    came = page.evaluate("rounds => rounds.map(round => typeRound(...round))", rounds)
    return [(evening, result) for (evening, *_), result in zip(typed, came, strict=True)]


def test_no_habit_saves_a_wrong_round_unasked(browser, phone, thorough):
    """``benchmarks/hasty_hands.py`` does it with ten thousand. What is typed as the pad asks for is what it saves."""
    page = a_pad(browser)
    table = phone.start_game(NAMES).table
    results = Counter()
    for batch in range(8 if thorough else 1):
        for evening, came in type_rounds(page, table, evenings(batch, 200 if thorough else 60)):
            results[saved_as_meant(evening, came)] += 1
    page.context.close()
    assert 2 * results["saved"] > results["asked"] > 0
