"""Statistics: whatever happens on a group's evenings, they are right to the last digit."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion.store import files, players, summaries
from companion.store.database import Store
from companion.store.statistics import ALL_TIME, LAST, LAST_GAMES, form, games_played, statistics, years
from companion.store.tables import table_now

from . import oracle
from .builders import Circle
from .evenings import Evenings


def derived(store: Store) -> dict[str, dict[Any, list[Any]]]:
    """All that is derived, with what is written as JSON read."""

    def read(value: object) -> object:
        return json.loads(value) if isinstance(value, str) and value[:1] in "[{" else value

    return {
        name: {tuple(row[:4]): [read(value) for value in row] for row in store.db.execute(f"SELECT * FROM {name}")}
        for name in ("summaries", "results", "figures")
    }


def check_derived(store: Store) -> None:
    """What is kept beside the journals is what they give when all of it is made anew."""
    kept = derived(store)
    with store.writing() as db:
        of_groups = db.execute("SELECT id FROM tables WHERE group_id IS NOT NULL ORDER BY random()").fetchall()
        summaries.rebuild(db, [table_now(store, table_id) for (table_id,) in of_groups])
    anew = derived(store)
    for name in kept:
        assert kept[name] == anew[name], name


def shown(store: Store, circle: Circle, period: int) -> tuple[int, dict[str, Any], dict[tuple[str, str], Any]]:
    """The statistics of a period by the players' names."""
    figures = {
        name: {
            **{key: getattr(found, key) for key in ("games", "wins", "total", "highest", "lowest")},
            **{
                key: (run.games, run.first, run.last, run.longest)
                for key, run in (("winning", found.winning), ("losing", found.losing))
            },
            "counts": dict(found.counts),
        }
        for name, found in circle.figures(period).items()
    }
    rivals = {both: (met.games, met.before, met.behind) for both, met in circle.rivals(period).items()}
    return statistics(store, circle.id, "fool", period).games, figures, rivals


def starters(store: Store, circle: Circle) -> dict[int, list[int]]:
    """Who started each round of each table, as the exported sheets say (the rule has tests of its own)."""
    told = {}
    for table_id in circle.tables:
        sheet = files.write_table(store, table_now(store, table_id))
        told[table_id] = [sheet["players"].index(line["starter"]) for line in sheet["rounds"]]
    return told


def check_against_the_oracle(store: Store, evenings: Evenings) -> None:
    """Everything that statistics tell, against the second book-keeper."""
    circle = evenings.circle
    games = oracle.finished(store.db.conn, evenings.members, starters(store, circle))
    played = sorted({game.year for game in games}, reverse=True)
    assert years(store, circle.id, "fool") == played
    assert games_played(store, circle.id) == ({"fool": len(games)} if games else {})
    periods = {year: [game for game in games if game.year == year] for year in played}
    for period, of_period in {ALL_TIME: games, LAST: games[-LAST_GAMES:], 1999: [], **periods}.items():
        count, figures, rivals = shown(store, circle, period)
        assert count == len(of_period)
        assert figures == oracle.figures(of_period), period
        assert rivals == oracle.rivalries(of_period), period
    for player in players.players(store, circle.id):
        mine = [(game, game.people.index(player.name)) for game in games if player.name in game.people]
        assert [
            (one.started_at, one.rank, one.players, one.won, one.total) for one in form(store, player.id, "fool")
        ] == [
            (game.at, game.outcome.ranks[seat], len(game.people), game.outcome.won(seat), game.outcome.totals[seat])
            for game, seat in mine[-20:]
        ]


@pytest.mark.parametrize("seed", range(8))
def test_any_evenings_come_out_like_the_oracle(store: Store, seed: int) -> None:
    """Dozens of tables of several years, played, corrected, put away and deleted; players merged and separated."""
    evenings = Evenings(store, random.Random(seed))
    for step in range(150):
        evenings.happen()
        if step % 5 == 4:
            try:
                check_against_the_oracle(store, evenings)
            except AssertionError as wrong:
                wrong.add_note(f"after {evenings.told[-8:]}")
                raise
        if step % 50 == 49:
            check_derived(store)
    assert len(evenings.tables) > 20
