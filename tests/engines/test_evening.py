"""The whole evening, in every engine."""

from tests.engines.evening import STEPS, play
from tests.server import Server


def test_an_evening(browser_in, tmp_path):
    server = Server(tmp_path)
    try:
        played = dict(play(browser_in, server))
    finally:
        server.kill()
    assert len(played) == len(STEPS)
    assert {step: wrong for step, wrong in played.items() if wrong} == {}
