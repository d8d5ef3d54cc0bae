"""The statistics page of a group, and which game and period a page of figures shows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.message import Message, say
from companion.games.players import alphabetical
from companion.store.groups import players, statistics
from companion.store.groups.players import Player
from companion.store.groups.statistics import ALL_TIME, LAST, LAST_GAMES, Figures
from companion.web.groups.access import asked_game, open_group_or_404
from companion.web.table.access import store

MOST_RIVALS = 8  # as many as have room in the table of who beats whom
MOST_LISTED = 50
SORTS = ("wins", "games", "rate", "average")

blueprint = Blueprint("statistics", __name__, url_prefix="/g/<key>/statistics")


@dataclass(frozen=True, slots=True)
class Chosen:
    """The game and period that are shown, and all that could be chosen, as the address writes it and players read it.

    A game is chosen by its key and its title. An empty title is the usual one of a game.
    """

    rulebook: Rulebook
    title: str
    period: str
    games: Sequence[tuple[str, str, str]]
    periods: Mapping[str, Message]


def asked_period(group_id: int) -> Chosen:
    """Return the game and period that the address asks for; else all time of the game that was played last."""
    played, asked = statistics.list_played(store(), group_id), asked_game()
    rulebook = RULEBOOKS[asked or next((game for game, *_ in played), next(iter(RULEBOOKS)))]
    titles = [title for game, title, _ in played if game == rulebook.key] or [""]
    title = request.args.get("title", "" if asked and "" in titles else titles[0])
    kinds = dict.fromkeys((game, called) for key in RULEBOOKS for game, called, _ in played if game == key)
    years = sorted({year for *kind, year in played if kind == [rulebook.key, title]}, reverse=True)
    # TRANSLATORS: a period of statistics: the last 10 games.
    last = say("Last %(games)s", games=LAST_GAMES)
    periods = {ALL_TIME: say("All time"), **{str(year): say("%(year)s", year=year) for year in years}, LAST: last}
    period = request.args.get("period", ALL_TIME)
    return Chosen(
        rulebook,
        title,
        period if period in periods else ALL_TIME,
        [(game, called, called or RULEBOOKS[game].title) for game, called in kinds],
        periods if years else {},
    )


@blueprint.get("")
def show(key: str) -> ResponseReturnValue:
    """Show everybody's figures, records, who beats whom, and how often the starter wins."""
    opened = open_group_or_404(key)
    chosen = asked_period(opened.group.id)
    people = {player.id: player for player in players.list_players(store(), opened.group.id) if not player.hidden}
    found = statistics.add_up(store(), opened.group.id, chosen.rulebook.key, chosen.period, chosen.title)
    shown = {player_id: found.figures[player_id] for player_id in people if player_id in found.figures}  # by name
    by_wins = sort_players(shown, chosen.rulebook, SORTS[0])
    sort = request.args.get("sort")
    sort = sort if sort in SORTS else SORTS[0]
    regulars = sorted(shown, key=lambda player_id: (-shown[player_id].games, -shown[player_id].wins))[:MOST_RIVALS]
    counted = {name for each in found.figures.values() for name in each.counts}
    return render_template(
        "groups/statistics.html",
        opened=opened,
        chosen=chosen,
        games=found.games,
        people=people,
        listed=sort_players(shown, chosen.rulebook, sort)[:MOST_LISTED],
        sort=sort,
        why=request.args.get("why", type=int),
        figures=shown,
        most=max((each.games for each in shown.values()), default=0),
        regulars=[player_id for player_id in by_wins if player_id in regulars],
        rivals=found.rivals,
        records=list(_records(chosen.rulebook, shown, people)),
        everybody={name: sum(each.counts[name] for each in found.figures.values()) for name in counted},
    )


def sort_players(figures: Mapping[int, Figures], rulebook: Rulebook, by: str) -> list[int]:
    """Return the players' ids by one figure, the best first; equals by wins, games and average, then as they came."""
    better = 1 if rulebook.lowest_wins else -1

    def rank(player_id: int) -> tuple[float, ...]:
        mine = figures[player_id]
        average = better * mine.total / mine.games
        first = {"wins": -mine.wins, "games": -mine.games, "rate": -mine.wins / mine.games, "average": average}[by]
        return first, -mine.wins, mine.games, average

    return sorted(figures, key=rank)


def _records(
    rulebook: Rulebook, figures: Mapping[int, Figures], people: Mapping[int, Player]
) -> Iterator[tuple[Message, float, Sequence[str]]]:
    """Yield each record, its value and who holds it: totals, runs of games, and what the game counts."""
    if not figures:
        return

    def record(label: Message, values: Mapping[int, float], best: float) -> tuple[Message, float, Sequence[str]]:
        return label, best, sorted((people[key].name for key in values if values[key] == best), key=alphabetical)

    highest = {key: each.highest for key, each in figures.items()}
    lowest = {key: each.lowest for key, each in figures.items()}
    yield record(say("Highest total"), highest, max(highest.values()))
    yield record(say("Lowest total"), lowest, min(lowest.values()))
    won = {key: each.won_in_a_row for key, each in figures.items()}
    not_won = {key: each.not_won_in_a_row for key, each in figures.items()}
    most: list[tuple[Message, Mapping[int, float], int]] = [
        (say("Most wins in a row"), won, 2),
        (say("Most games in a row without a win"), not_won, 2),
    ]
    for figure in rulebook.figures:
        if not figure.per_round and figure.key != "rounds":
            counts = {key: each.counts[figure.key] for key, each in figures.items()}
            most.append((figure.label, counts, 1))
    for label, values, least in most:
        if max(values.values()) >= least:
            yield record(label, values, max(values.values()))
