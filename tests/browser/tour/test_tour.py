"""On every screen: nothing is cut, covered, run together or too small, by day and by night, for everybody."""

import json
import subprocess
from pathlib import Path

import pytest

from companion.text import SOURCE, find_catalogue, languages
from tests.browser.tour.look import DAY, FORCED, NIGHT, VIEWS, wrong
from tests.browser.tour.tours import TOURS
from tests.needs import needs

VIEWS_IN_EVERY_LANGUAGE = ("360×640", "text 200 %", "landscape 640×300")
RUNS = [
    pytest.param("en", ("360×640",), (DAY, NIGHT), id="day and night", marks=pytest.mark.thorough),
    # Of all languages that with the longest words.
    pytest.param("de", ("360×640", "text 200 %"), (), id="long words", marks=pytest.mark.thorough),
    pytest.param("en", VIEWS, (DAY, NIGHT, FORCED), id="every view", marks=pytest.mark.nightly),
    *(
        pytest.param(language, VIEWS_IN_EVERY_LANGUAGE, (DAY,), id=language, marks=pytest.mark.nightly)
        for language in languages()
        if language != SOURCE
    ),
]
NU = Path(__file__).parents[2] / "lint/node_modules/vnu-jar/build/dist/vnu.jar"
NU_COMMAND = ["java", "-Xss4m", "-jar", NU, "--format", "json", "--stdout", "--exit-zero-always"]


@pytest.fixture
def touring(another_phone):
    """A phone in a language. Without motion: everything is where it comes to rest."""

    def take(language="en"):
        phone = another_phone(locale=language, color_scheme="light", reduced_motion="reduce")
        phone.words = find_catalogue([language]) if language != "en" else phone.words
        phone.language = language
        return phone

    return take


@pytest.mark.parametrize("tour", TOURS)
@pytest.mark.parametrize(("language", "views", "looks"), RUNS)
def test_every_screen(touring, language, views, looks, tour):
    phone = touring(language)
    found = [f"{screen}: {fault}" for screen in TOURS[tour](phone) for fault in wrong(phone, views, looks)]
    assert not found, "\n".join(found)


@needs("the Nu checker", "apt install default-jre-headless npm, npm ci --prefix tests/lint", NU.is_file())
@pytest.mark.nightly
def test_every_screen_is_valid_as_scripts_leave_it(touring, tmp_path):
    for tour, visits in TOURS.items():
        phone = touring()
        for number, _screen in enumerate(visits(phone)):
            (tmp_path / f"{tour} {number}.html").write_text(phone.page.content(), "utf-8")
    done = subprocess.run([*NU_COMMAND, tmp_path], capture_output=True, text=True, check=True)
    messages = json.loads(done.stdout)["messages"]
    assert [each for each in messages if each["type"] != "info" or each.get("subType") == "warning"] == []
