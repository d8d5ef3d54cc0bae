"""What a run leaves out, it says in its last line."""

import pytest

from tests.needs import left_out, needs

GIT = "needs git: apt install git"


def test_the_last_line_says_how_many_are_left_out_and_how_to_get_what_they_need():
    reasons = [
        GIT,
        "needs Chromium: apt install chromium",
        "there are no pipes here",
        "needs Chromium: apt install chromium",
    ]
    assert left_out(reasons) == (
        "Left out of the tests: 2 that need Chromium (apt install chromium); 1 that need git (apt install git);"
        " 1 (there are no pipes here)."
    )
    assert left_out([]) is None


@pytest.mark.parametrize(
    ("there", "ci", "skipped"), [(False, False, True), (False, True, False), (True, False, False), (True, True, False)]
)
def test_what_is_missing_is_left_out_but_not_in_ci(monkeypatch, there, ci, skipped):
    monkeypatch.setenv("CI", "true") if ci else monkeypatch.delenv("CI", raising=False)
    mark = needs("git", "apt install git", there).mark
    assert mark.args == (skipped,)
    assert mark.kwargs == {"reason": GIT}
