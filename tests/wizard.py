"""Wizard in the process of a test: a game with steps, as ``tests/newcomer`` adds it (see ``test_newcomer``)."""

from importlib import import_module
from pathlib import Path

from companion import games
from companion.games import RULEBOOKS
from companion.games.sitting import Sitting

NEW = Path(__file__).parent / "newcomer"
NAMES = ("Anne", "Paul", "Rachel")


def load(package, folder):
    """Wizard's module of a package, as if its folder lay there."""
    package.__path__.append(str(NEW / folder))
    module = import_module(f"{package.__name__}.wizard")
    package.__path__.remove(str(NEW / folder))
    return module


RULES = load(games, "companion/games")
WizardRound = RULES.WizardRound


def register(monkeypatch):
    """Let the companion know its rules for a test."""
    monkeypatch.setitem(RULEBOOKS, "wizard", RULES.RULEBOOK)


def serve(monkeypatch, app):
    """Let an application know its rules and its pages for a test."""
    from companion.web import games as pages

    register(monkeypatch)
    monkeypatch.setitem(pages.GAMES, "wizard", load(pages, "companion/web/games").GAME)
    monkeypatch.setattr(app.jinja_loader, "searchpath", [*app.jinja_loader.searchpath, str(NEW / "templates")])


def a_sitting(*rounds, **about):
    """A sitting of three in which Anne leads the first round."""
    return Sitting(NAMES, 0, RULES.RULEBOOK.defaults() | about.pop("options", {}), rounds, **about)
