"""Which game and which period a page of statistics shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import request

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.message import Message, say
from companion.store.groups import statistics
from companion.store.groups.statistics import ALL_TIME
from companion.web.groups.access import asked_game
from companion.web.table.access import store

LAST_NAME = "last"


@dataclass(frozen=True, slots=True)
class Chosen:
    """The game and period that are shown, and all that could be chosen. An empty title is the usual one of a game."""

    game: str
    title: str
    period: int
    games: tuple[tuple[str, str], ...]
    years: tuple[int, ...]

    @property
    def rulebook(self) -> Rulebook[Any]:
        """The rules of the game."""
        return RULEBOOKS[self.game]

    @property
    def name(self) -> str | None:
        """The period as it is written in the address; None for all time."""
        return _named(self.period)

    def all_games(self) -> Iterator[tuple[str, str, str]]:
        """Every game that was played: its key, and its title as it is written in the address and as players read it."""
        yield from ((game, title, title or RULEBOOKS[game].title) for game, title in self.games)

    def periods(self) -> Iterator[tuple[str | None, Message, bool]]:
        """Every period: as it is written in the address, as a player reads it, and whether it is shown now."""
        yield None, say("All time"), self.period == ALL_TIME
        for year in self.years:
            yield _named(year), say("%(year)s", year=year), self.period == year
        last = say("Last %(games)s", games=statistics.LAST_GAMES)
        yield LAST_NAME, last, self.period == statistics.LAST


def asked_period(group_id: int) -> Chosen:
    """The game and period that the address asks for; else all time of the game that was played last."""
    played = statistics.list_games(store(), group_id)
    titles = {game: statistics.list_titles(store(), group_id, game) for game in RULEBOOKS if game in played}
    game = asked_game() or next(iter(played or RULEBOOKS))
    known_titles = titles.get(game) or [""]
    title = request.args.get("title", "" if asked_game() and "" in known_titles else known_titles[0])
    years = tuple(statistics.list_years(store(), group_id, game, title))
    asked = request.args.get("period", "")
    known = {_named(year): year for year in years} | {LAST_NAME: statistics.LAST}
    games = tuple((game, title) for game, called in titles.items() for title in called)
    return Chosen(game, title, known.get(asked, ALL_TIME), games, years)


def _named(period: int) -> str | None:
    return {ALL_TIME: None, statistics.LAST: LAST_NAME}.get(period, str(period))
