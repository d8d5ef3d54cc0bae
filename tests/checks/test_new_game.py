"""A game is a folder with its declaration and its words, and one line of the registry. Nothing else knows of it.

Here it lies in a folder of its own: form, pages, sheet file, docs and tours follow from what it says.
"""

from importlib import import_module, invalidate_caches

import pytest

from companion import games, text
from companion.locale.catalogues import pybabel
from companion.web import games as pages
from docs import games as docs
from tests.browser.tour import states
from tests.web.builders import NAMES, Phone, a_table, opened
from tests.web.markup import words_of

pytestmark = pytest.mark.thorough

KEY = "no-mercy"
DECLARATION = '''
"""No Mercy: who takes cards has their points, chips count against them. After some rounds the lowest total wins."""

from companion.games.contract import Rulebook, Step
from companion.games.usual import end_after_rounds
from companion.games.fields import Per, Number, Pick
from companion.games.message import say
from companion.games.option import Amount
from companion.games.sitting import Scored


class NoMercy(Rulebook):
    key = "no-mercy"
    title = "No Mercy"
    about = say("Points of the cards taken, less chips")
    seats = range(3, 6)
    options = (Amount("rounds", say("How many rounds?"), usual=2, low=1, high=9),)
    steps = (
        Step((
            Number("taken", say("Points taken"), high=99),
            Number("chips", say("Chips saved"), high=55),
            Pick("last", say("Last card"), question=say("Who took the last card?"), per=Per.ROUND, seats=True),
        )),
    )
    lowest_wins = True

    def score(self, sitting, opening, played):
        return Scored(tuple(played["taken"][seat] - played["chips"][seat] for seat in sitting.seats))

    def ends(self, sitting, standing):
        return (end_after_rounds(standing, sitting.amount("rounds")),)


RULEBOOK = NoMercy()
'''
GERMAN = {
    "No Mercy": "Ohne Gnade",
    "How many rounds?": "Wie viele Runden?",
    "Points taken": "Genommene Punkte",
    "Rounds": "wie in keinem anderen Spiel",
}
ROUND = {f"seat-{seat}-taken": str(10 * seat) for seat in (1, 2, 3)} | {f"seat-{seat}-chips": "4" for seat in (1, 2, 3)}
GERMAN_READER = {"headers": {"Accept-Language": "de"}}


@pytest.fixture(scope="module", autouse=True)
def game(tmp_path_factory):
    """Lay its folder somewhere else, and let its one line be read."""
    folder = tmp_path_factory.mktemp("elsewhere") / "companion" / "games"
    words = folder / "no_mercy" / "locale" / "de" / "LC_MESSAGES" / "no_mercy.po"
    words.parent.mkdir(parents=True)
    (folder / "no_mercy" / "__init__.py").write_text(DECLARATION, "utf-8")
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    said = (f'msgid "{english}"\nmsgstr "{german}"\n' for english, german in GERMAN.items())
    words.write_text("\n".join((head, *said)), "utf-8")
    pybabel("compile", "-l", "de", "-i", words, "-o", words.with_suffix(".mo"))
    invalidate_caches()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "__path__", [*games.__path__, str(folder)])
        patch.setattr(games, "GAMES", (*games.GAMES, KEY))
        patch.setitem(games.RULEBOOKS, KEY, import_module("companion.games.no_mercy").RULEBOOK)
        patch.setitem(pages.GAMES, KEY, pages._load(games.RULEBOOKS[KEY]))
        text._load.cache_clear()
        yield
    text._load.cache_clear()


def test_the_docs_tell_of_it_and_its_screens_are_on_the_tour():
    assert states.begun_games()[f"{KEY}-begun"][0]["game"] == KEY
    assert docs.list_games().splitlines()[-1] == "| No Mercy | 3–5 | Points of the cards taken, less chips |"
    *_, described = docs.describe_formats().split("#### ")
    assert {
        "| `chips` | Chips saved | every player, by name | a whole number from 0 to 55 |",
        "| `rounds` | How many rounds? | `2` | whole number from 1 to 9 |",
    } <= set(described.splitlines())


def test_a_table_plays_it_to_its_end(client):
    form = client.get("/tables/new").page.press("No Mercy").page
    names = {f"player-{row}": name for row, name in enumerate(NAMES[:3], start=1)}
    phone = Phone(client, form.press("Start game", names | {"first_starter": "1"}).location)
    refused = phone.visit("/rounds/new").press("Save round 1", ROUND | {"seat-2-taken": "100", "last": "1"})
    assert (refused.status_code, refused.page.value("seat-2-taken")) == (422, "100")
    for number in (1, 2):
        saved = phone.visit("/rounds/new").press(f"Save round {number}", ROUND | {"last": "3"})
        assert saved.status_code == 303, saved.page.text
    sheet = phone.sheet
    assert (phone.points, sheet["ended_by"], sheet["winners"]) == ([[6, 16, 26]] * 2, ["rounds"], ["Anne"])
    assert opened(client, sheet).sheet["totals"] == {"Anne": 12, "Paul": 32, "Rachel": 52}
    assert "Anne wins" in phone.visit().text
    latest = next(phone.visit("/history").one("ol").iter("p"))
    assert words_of(latest) == "Round 2 saved: Anne +6, Paul +16, Rachel +26."


def test_it_speaks_german_where_it_does_and_english_elsewhere(client):
    phone = a_table(client, 3, game=KEY)
    new = client.get(f"/tables/new?game={KEY}", **GERMAN_READER).page.text
    entry = client.get(f"{phone.address}/rounds/new", **GERMAN_READER).page.text
    for page, said in ((new, ("Ohne Gnade", "Wie viele Runden?")), (entry, ("Genommene Punkte", "Chips saved"))):
        assert [each for each in said if each not in page] == []
    german, polish = text.find_catalogue(["de"]), text.find_catalogue(["pl"])
    assert german.gettext("Rounds") == "Runden", "what the companion says itself stays"
    assert polish.gettext("Points taken") == "Points taken"
