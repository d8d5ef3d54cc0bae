"""Wizard in the process of a test: a game with steps, as ``tests/newcomer`` adds it (see ``test_newcomer``)."""

import importlib.util
import sys
from pathlib import Path

from companion.games import RULEBOOKS
from companion.games.sitting import Sitting

SOURCE = Path(__file__).parent / "newcomer" / "companion" / "games" / "wizard" / "__init__.py"
NAMES = ("Anne", "Paul", "Rachel")


def load():
    """The module with its rules."""
    spec = importlib.util.spec_from_file_location("tests.wizard_rules", SOURCE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


RULES = load()
WizardRound = RULES.WizardRound


def register(monkeypatch):
    """Let the companion know it for a test."""
    monkeypatch.setitem(RULEBOOKS, "wizard", RULES.RULEBOOK)


def a_sitting(*rounds, **about):
    """A sitting of three in which Anne leads the first round."""
    return Sitting(NAMES, 0, RULES.RULEBOOK.defaults() | about.pop("options", {}), rounds, **about)
