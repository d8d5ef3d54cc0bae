"""The whole evening, in every engine."""

from tests.engines.evening import STEPS, play


def test_an_evening(engine, playwright):
    """A driver loses a tap now and then where a machine has much to do: then the evening is played once more."""
    first = evening(engine, playwright)
    again = evening(engine, playwright) if first else {}
    assert again == {}, f"and before: {first}"


def evening(engine, playwright):
    """Every step that went wrong, and how; a driver that gives up counts as one."""
    try:
        with engine.started(playwright) as (browser, server):
            played = dict(play(browser, server))
    except Exception as error:
        return {"the driver": repr(error)}
    assert len(played) == len(STEPS)
    return {step: wrong for step, wrong in played.items() if wrong}
