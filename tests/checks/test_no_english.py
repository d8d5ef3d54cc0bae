"""In every other language nothing of English is left: on pages, in files and pictures, in what went wrong."""

import io
import re

import openpyxl
import pytest

from companion import create_app
from companion.locale import catalogues
from companion.text import catalogue
from companion.web.app.limits import Limits
from tests.english import english_left
from tests.web.app.test_language import texts
from tests.web.builders import NAMES, OUT, a_group, a_table, another_link, new_game
from tests.web.strict_client import StrictClient
from tests.web.tours import all_pages, at_the_end, gone_wrong, in_play, too_late, with_problems

pytestmark = pytest.mark.thorough

PAGES = (in_play, with_problems, too_late, at_the_end, gone_wrong)
LANGUAGES = list(catalogues.catalogues())
ROUND = ("17", OUT, "13", "5")
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture(params=LANGUAGES)
def client(app, request):
    """A phone in each language but English."""
    return speaking(app, request.param)


def speaking(app, language):
    client = StrictClient(app, app.response_class)
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    client.words = catalogue([language])
    return client


@pytest.fixture
def left(client):
    """What is left of English in a text."""
    return lambda text: english_left(text, client.environ_base["HTTP_ACCEPT_LANGUAGE"], NAMES)


@pytest.fixture
def phone(client):
    return a_table(client).with_round("=41", OUT, "13", "5", fools=["Paul"]).with_round("2", OUT, "3", "=20")


@pytest.fixture(scope="module")
def english(app):
    """The titles of every kind of page in English."""
    return [page.read("title") for page in all_pages(StrictClient(app, app.response_class))]


def test_every_kind_of_page(client, left, english):
    """Titles tell pages apart as in English, and end with the name of the companion."""
    titles = []
    for page in all_pages(client):
        assert [found for text in texts(page) if (found := left(text))] == [], page.source
        titles.append(page.read("title"))
    assert len(set(zip(english, titles, strict=True))) == len(set(english)) == len(set(titles))
    assert {title.rpartition(" · ")[2] for title in titles} == {client.words.gettext("Fool! companion")}


@pytest.mark.parametrize("pages", PAGES, ids=lambda pages: pages.__name__)
def test_pages_in_every_state(client, phone, left, pages):
    language = client.environ_base["HTTP_ACCEPT_LANGUAGE"]
    for page in pages(phone):
        assert [found for text in texts(page) if (found := left(text))] == [], page.source
        assert page.root.get("lang", language) == language


@pytest.mark.parametrize("game", ["fool", "fools-field", "durak", "points"])
def test_what_is_taken_along(client, left, game):
    title = {"title": "Phase 10"} if game == "points" else {}
    phone = a_table(client, players=2 if game == "fools-field" else 4, game=game, **title)
    if game == "fool":
        phone.with_round(*ROUND)
    assert left(client.get(f"{phone.address}/sheet.csv").text) == set()
    picture = client.get(f"{phone.address}/sheet.svg").text
    assert left(re.sub("<[^>]*>|[\u2068\u2069]", " ", picture)) == set()
    answer = client.get(f"{phone.address}/sheet.xlsx")
    assert answer.mimetype == XLSX
    book = openpyxl.load_workbook(io.BytesIO(answer.data), data_only=True)
    cells = [str(cell.value or "") for sheet in book for row in sheet.iter_rows() for cell in row]
    assert left(" ".join([*book.sheetnames, *cells])) == set()


def test_what_a_group_takes_along(client, left):
    # The game is called by its key, as in all files.
    assert left(client.get(f"{a_group(client).with_game().address}/results.csv").text) == {"fool"}


def test_what_an_installed_companion_says(client, left):
    manifest = client.get("/manifest.webmanifest").get_json()
    told = [manifest[key] for key in ("name", "short_name", "description")]
    told += [
        each[key]
        for kind in ("shortcuts", "screenshots")
        for each in manifest.get(kind, ())
        for key in ("name", "label")
        if key in each
    ]
    assert left(" ".join(told)) == set()


def test_a_link_that_has_ended(app, client, phone, left):
    answer = client.get(another_link(app, phone, ended=True).address)
    assert answer.status_code == 410
    assert left(answer.page.text) == set()


def test_trouble_with_the_file(app, phone, left):
    store = app.extensions["store"]
    store.db.execute("PRAGMA query_only = ON")
    answer = phone.enter(*ROUND)
    store.db.execute("PRAGMA query_only = OFF")
    assert answer.status_code == 503
    assert left(answer.page.text) == set()


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """An application that lets nothing more begin."""
    app = create_app(tmp_path_factory.mktemp("full"), limits=Limits(2, 2, 0))
    a_table(StrictClient(app, app.response_class))
    a_table(StrictClient(app, app.response_class))
    yield app
    app.extensions["store"].close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_too_much_at_once(full, language):
    answer = speaking(full, language).post("/tables", data=new_game())
    assert answer.status_code == 429
    assert english_left(answer.page.text, language, NAMES) == set()
