"""The statistics page of a group, and which game and period a page of figures shows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from companion.games import RULEBOOKS
from companion.games.contract import Rulebook
from companion.games.message import Message, say
from companion.games.players import sort_key
from companion.store.groups import players, statistics
from companion.store.groups.players import Player
from companion.store.groups.statistics import ALL_TIME, LAST, LAST_GAMES, Figures
from companion.web.groups.access import OpenedGroup, find_game, open_group_or_404
from companion.web.table.access import make_opener, store

MAX_RIVALS = 8  # as many as have room in the table of who beats whom
MAX_LISTED = 50
Record = tuple[Message, float, list[str]]

blueprint = Blueprint("statistics", __name__, url_prefix="/g/<key>/statistics")
blueprint.before_request(make_opener(open_group_or_404))


@dataclass(frozen=True, slots=True)
class Chosen:
    """The game and period shown, and all that can be chosen, as (key, title, name) and by period.

    An empty title is a game's usual one.
    """

    rulebook: Rulebook
    title: str
    period: str
    games: Sequence[tuple[str, str, str]]
    periods: Mapping[str, Message]


def find_choice(group_id: int) -> Chosen:
    """Return the game and period that the address asks for; else all time of the game that was played last."""
    finished, game = statistics.list_finished(store(), group_id), find_game()
    rulebook = RULEBOOKS[game or next((key for key, *_ in finished), next(iter(RULEBOOKS)))]
    titles = [title for key, title, _ in finished if key == rulebook.key] or [""]
    title = request.args.get("title", "" if game and "" in titles else titles[0])
    kinds = dict.fromkeys((key, called) for key in RULEBOOKS for other, called, _ in finished if other == key)
    years = sorted({year for *kind, year in finished if kind == [rulebook.key, title]}, reverse=True)
    # TRANSLATORS: a period of statistics: the last 10 games.
    last = say("Last %(games)s", games=LAST_GAMES)
    periods = {ALL_TIME: say("All time"), **{str(year): say("%(year)s", year=year) for year in years}, LAST: last}
    period = request.args.get("period")
    games = [(key, called, called or RULEBOOKS[key].title) for key, called in kinds]
    return Chosen(rulebook, title, period if period in periods else ALL_TIME, games, periods if years else {})


@blueprint.get("")
def show(opened: OpenedGroup) -> ResponseReturnValue:
    """Show everybody's figures, who wins most first, records, who beats whom, and how often the starter wins."""
    group_id, chosen = opened.group.id, find_choice(opened.group.id)
    people = {player.id: player for player in players.list_players(store(), group_id)}
    found = statistics.add_up(store(), group_id, chosen.rulebook.key, chosen.period, chosen.title)
    figures = {player_id: found.figures[player_id] for player_id in people if player_id in found.figures}  # by name
    listed = sort_players(figures, chosen.rulebook)
    regulars = sorted(figures, key=lambda player_id: (-figures[player_id].games, -figures[player_id].wins))[:MAX_RIVALS]
    counted = {name for each in found.figures.values() for name in each.counts}
    return render_template(
        "groups/statistics.html",
        opened=opened,
        chosen=chosen,
        games=found.games,
        people=people,
        listed=listed[:MAX_LISTED],
        figures=figures,
        regulars=[player_id for player_id in listed if player_id in regulars],
        rivals=found.rivals,
        records=_list_records(chosen.rulebook, figures, people),
        everybody={name: sum(each.counts[name] for each in found.figures.values()) for name in counted},
    )


def sort_players(figures: Mapping[int, Figures], rulebook: Rulebook) -> list[int]:
    """Return the players' ids by wins, equals by games and average, then as they came."""
    better = 1 if rulebook.lowest_wins else -1

    def rank(player_id: int) -> tuple[float, ...]:
        mine = figures[player_id]
        return -mine.wins, mine.games, better * mine.total / mine.stayed if mine.stayed else inf

    return sorted(figures, key=rank)


def _list_records(rulebook: Rulebook, figures: Mapping[int, Figures], people: Mapping[int, Player]) -> list[Record]:

    def record(
        label: Message, values: Sequence[float | None], choose: Callable[[Iterable[float]], float] = max
    ) -> Record:
        best = choose(value for value in values if value is not None)
        holders = (people[key].name for key, value in zip(figures, values, strict=True) if value == best)
        return label, best, sorted(holders, key=sort_key)

    if not any(each.stayed for each in figures.values()):
        return []
    everybody = figures.values()
    counted = [figure for figure in rulebook.figures if not figure.per_round and figure.key != "rounds"]
    counts = [record(figure.label, [each.counts[figure.key] for each in everybody]) for figure in counted]
    runs = [
        record(say("Longest winning run"), [each.won_in_a_row for each in everybody]),
        record(say("Longest run without a win"), [each.not_won_in_a_row for each in everybody]),
    ]
    return [
        record(say("Highest total"), [each.highest for each in everybody]),
        record(say("Lowest total"), [each.lowest for each in everybody], min),
        *(run for run in runs if run[1] >= 2),
        *(count for count in counts if count[1] >= 1),
    ]
