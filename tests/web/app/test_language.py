"""Every sentence can be translated: none escapes gettext, and all of them can be found by Babel."""

import ast
import re
from functools import cache
from gettext import NullTranslations

import pytest

from companion import text
from companion.cli.scoresheet import as_text
from companion.games import RULEBOOKS, sheetfile
from companion.games.message import say
from companion.text import languages, own_name
from companion.web.app import language
from companion.web.app.folders import PACKAGE
from tests.web.builders import CASES, NAMES, OUT, a_file, a_table, new_game, opened, send

# What is the same in every language, and what was typed in these tests.
UNTRANSLATED = {
    "Fool!",
    "The Fool’s Field",
    "Durak",
    "CSV",
    "JSON",
    "Excel",
    "BG Stats",
    *map(own_name, languages()),
    "D",
    "oops",
    "anne",
    "x" * 41,
    *NAMES,
    *(name[0] for name in NAMES),
}
READ_ALOUD = (
    "alt",
    "aria-label",
    "content",
    "data-gone",
    "data-saving",
    "data-sharing",
    "data-take-back",
    "placeholder",
    "title",
)


class Bracketed(NullTranslations):
    """A language in which every sentence stands in brackets."""

    def gettext(self, message):
        return f"⟦{message}⟧"

    def ngettext(self, singular, plural, n):
        return f"⟦{singular if n == 1 else plural}⟧"

    def pgettext(self, context, message):
        return f"⟦{message}⟧"


def untranslated(text, names=UNTRANSLATED):
    """The words of a text that stand outside all brackets, names and signs taken away."""
    while "⟦" in text:
        text, before = re.sub(r"⟦[^⟦⟧]*⟧", " ", text), text
        assert text != before, f"a sentence was cut: {before}"
    return re.findall(r"[^\W\d_Σ]+", _any_of(frozenset(names)).sub(" ", text))


@cache
def _any_of(names):
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")


def texts(page):
    """What is to be read on a page, and every attribute that is read out."""
    yield "\n".join(page.root.itertext())
    for element in page.root.iter():
        if isinstance(element.tag, str) and (element.tag != "meta" or element.get("name") == "description"):
            yield from (element.get(name, "") for name in READ_ALOUD)


@pytest.fixture
def phone(client, monkeypatch):
    """A table in mid-game, read in brackets."""
    monkeypatch.setattr(language, "_catalogue", lambda accepted: Bracketed())
    return a_table(client).with_round("=41", OUT, "13", "5", fools=["Paul"]).with_round("2", OUT, "3", "=20")


def in_play(phone):
    """The pages of a game that goes on."""
    client = phone.client
    yield from (client.get(path).page for path in ("/", "/tables/new", "/imports/new"))
    yield from (phone.visit(path) for path in ("", "/sheet", "/chart", "/history", "/settings", "/rematch"))
    yield from (phone.visit(path) for path in ("/rounds/new", "/rounds/1"))
    yield from (a_table(client, players=8).visit(path) for path in ("", "/sheet", "/chart", "/history"))


def with_problems(phone):
    """What a form says that was filled in wrongly."""
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
    """What is said to the slower of two phones."""
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
    """The pages for errors."""
    client = phone.client
    yield client.get("/nothing").page
    yield client.delete("/tables").page
    yield client.post("/tables", headers={"Sec-Fetch-Site": "cross-site"}).page
    yield client.post("/tables", data=b"x" * 2_000_000, content_type="application/x-www-form-urlencoded").page


@pytest.mark.parametrize("pages", [in_play, with_problems, too_late, at_the_end, gone_wrong], ids=lambda f: f.__name__)
def test_no_sentence_escapes_translation(phone, pages):
    escaped = [word for page in pages(phone) for text in texts(page) for word in untranslated(text)]
    assert escaped == []


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_no_sentence_of_the_sheet_as_text_escapes_translation(case):
    sheet = sheetfile.loads(case.read_bytes())
    lines = as_text(sheet.game, sheet.sitting, Bracketed()).replace("½", "").splitlines()
    title = RULEBOOKS[sheet.game].title
    assert [line for line in lines if untranslated(line, {title, "D", *sheet.sitting.players})] == []


def test_the_spreadsheet_is_translated(phone):
    header, *_, totals = phone.client.get(f"{phone.address}/sheet.csv").text.splitlines()
    assert header.startswith("\ufeff⟦Round⟧,⟦Starts⟧,⟦Deals⟧,Anne")
    assert totals.startswith("⟦Total⟧,")


def test_the_picture_is_translated(phone):
    for one in (phone, a_table(phone.client, tens_to_end="1").with_round("17", OUT, "=13", "5")):
        drawn = phone.client.get(f"{one.address}/sheet.svg").text
        assert untranslated(re.sub("<title>.*?</title>|<[^>]*>|[\u2068\u2069]", " ", drawn, flags=re.DOTALL)) == []


# What is said


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_what_is_said_is_written_out_with_the_values_it_needs(path):
    """Babel sees only literals, and a missing value would show only when the sentence is read."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
        texts = call.args[: {"say": 1, "say_n": 2, "_": 1}.get(name, 0)] if name else []
        for said in texts:
            assert isinstance(said, ast.Constant), f"{path}:{call.lineno}"
            assert isinstance(said.value, str), f"{path}:{call.lineno}"
            assert not re.search("[<&]", said.value), f"a message is sent as it stands: {path}:{call.lineno}"
            if name != "_" and all(value.arg for value in call.keywords):
                given = {value.arg for value in call.keywords} | ({"n"} if name == "say_n" else set())
                assert set(re.findall(r"%\((\w+)\)s", said.value)) <= given, f"{path}:{call.lineno}"
                assert name == "say_n" or set(re.findall(r"%\((\w+)\)s", said.value)) == given, f"{path}:{call.lineno}"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Maximilian", "Maximilian"),
        ("Maximiliane", "Maximilia…"),
        ("👩🏽‍🚀" * 5, "👩🏽‍🚀" * 5),
        ("🇩🇪" * 11, "🇩🇪" * 9 + "…"),
    ],
)
def test_a_name_is_shortened_between_characters(name, shown):
    assert language.short(name) == shown


# Chosen


def test_a_language_chosen_on_a_refused_form_leads_back_to_its_page(client):
    phone = a_table(client)
    refused = phone.post("/names", **{"name-1": "", "name-2": "Paul", "name-3": "Rachel", "name-4": "Camille"})
    assert refused.status_code == 422
    assert refused.page.value("back") == f"{phone.address}/settings"


@pytest.mark.parametrize(
    "cookies", ["language=xx; language=de", "language=de; language=xx", "language=de; screen-language=pl"]
)
def test_another_program_may_have_a_cookie_of_that_name(client, cookies):
    """Cookies belong to a computer's name, whatever the port."""
    environ = {"PATH_INFO": "/", "HTTP_COOKIE": cookies, "HTTP_ACCEPT_LANGUAGE": "fr"}
    assert language.name(language.asked(environ)) == "de"


def test_a_broken_catalogue_is_as_if_it_were_not_there(client, tmp_path, monkeypatch):
    for code, content in {"de": b"", "fr": b"\xde\x12\x04\x95\0\0\0\0\xff"}.items():
        folder = tmp_path / code / "LC_MESSAGES"
        folder.mkdir(parents=True)
        (folder / "companion.mo").write_bytes(content)
    monkeypatch.setattr(text, "LOCALE_FOLDER", tmp_path)
    assert text.languages() == ("en",)
    assert client.get("/", headers={"Accept-Language": "de, fr"}).page.root.get("lang") == "en"


@pytest.mark.parametrize(
    ("names", "listed"),
    [
        (("Ana", "Paul"), "Ana y Paul"),
        (("Ana", "Inés"), "Ana e Inés"),
        (("Ana", "Inés", "hilario"), "Ana, Inés e hilario"),
        (("Ana", "Yvonne"), "Ana e Yvonne"),
        (("Ana", "Yolanda"), "Ana y Yolanda"),
        (("Inés", "Ian"), "Inés y Ian"),
        (("Ana", "Paul y Íñigo"), "Ana y Paul y Íñigo"),
        (("Inés",), "Inés"),
    ],
)
def test_and_is_another_word_in_spanish_before_its_own_sound(names, listed):
    assert text.translate(say("%(names)s", names=names), text.catalogue(["es"])) == listed
