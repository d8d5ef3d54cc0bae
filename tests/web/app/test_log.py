"""The log: no key stands in it."""

from companion.store.links.links import new_key
from companion.web.app.log import shorten

WITH_A_KEY = ("GET /t/{key}/live", "https://cards.example/g/{key}/share", "KeyError: '{key}'", "a={key}&b={key}")
WITHOUT = (
    'File "/usr/lib/python3.11/site-packages/flask/app.py", line 1511, in full_dispatch_request_and_more',
    "werkzeug.exceptions.UnsupportedMediaTypeError: 415",
    "MAX_CONTENT_LENGTH_OF_SOMETHING is 1048576",
    "a-package-with-a-long-name-of-many-words",
)


def test_a_key_is_shortened_wherever_it_stands_and_what_programs_call_things_is_left():
    for _ in range(500):
        key = new_key()
        for text in WITH_A_KEY:
            shown = shorten(text.format(key=key))
            assert (key in shown, f"{key[:4]}…" in shown) == (False, True), shown
    assert [text for text in WITHOUT if shorten(text) != text] == []
