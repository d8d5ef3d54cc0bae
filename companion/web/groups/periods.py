"""Which game and which period a page of statistics shows."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import request

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.message import Message, say
from companion.games.sitting import Round
from companion.store.groups import statistics
from companion.store.groups.statistics import ALL_TIME, LAST, LAST_GAMES
from companion.web.groups.access import asked_game
from companion.web.table.access import store


@dataclass(frozen=True, slots=True)
class Chosen:
    """The game and period that are shown, and all that could be chosen. An empty title is the usual one of a game.

    ``games`` has the key of every game that was played, and its title as the address writes it and as players read it.
    """

    game: str
    title: str
    period: int
    games: tuple[tuple[str, str, str], ...]
    years: tuple[int, ...]

    @property
    def rulebook(self) -> Rulebook[Round]:
        """The rules of the game."""
        return RULEBOOKS[self.game]

    @property
    def name(self) -> str | None:
        """The period as it is written in the address; None for all time."""
        return _named(self.period)

    def periods(self) -> Iterator[tuple[str | None, Message, bool]]:
        """Every period: as it is written in the address, as a player reads it, and whether it is shown now."""
        years = {year: say("%(year)s", year=year) for year in self.years}
        # TRANSLATORS: a period of statistics: the last 10 games.
        last = say("Last %(games)s", games=LAST_GAMES)
        for period, label in {ALL_TIME: say("All time"), **years, LAST: last}.items():
            yield _named(period), label, self.period == period


def asked_period(group_id: int) -> Chosen:
    """The game and period that the address asks for; else all time of the game that was played last."""
    played = statistics.list_games(store(), group_id)
    titles = {game: statistics.list_titles(store(), group_id, game) for game in RULEBOOKS if game in played}
    game = asked_game() or next(iter(played or RULEBOOKS))
    known_titles = titles.get(game) or [""]
    title = request.args.get("title", "" if asked_game() and "" in known_titles else known_titles[0])
    years = tuple(statistics.list_years(store(), group_id, game, title))
    asked = request.args.get("period", "")
    known = {_named(period): period for period in (*years, LAST)}
    games = tuple((game, called, called or RULEBOOKS[game].title) for game in titles for called in titles[game])
    return Chosen(game, title, known.get(asked, ALL_TIME), games, years)


def _named(period: int) -> str | None:
    return {ALL_TIME: None, LAST: "last"}.get(period, str(period))
