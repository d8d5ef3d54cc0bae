"""The statistics page of a group."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.games.message import Message, say
from companion.games.players import alphabetical
from companion.store.groups import players, statistics
from companion.store.groups.players import Player
from companion.store.groups.statistics import Figures
from companion.web.groups.access import open_group_or_404
from companion.web.groups.periods import Chosen, asked_period
from companion.web.table.access import store

MOST_RIVALS = 8  # as many as have room in the table of who beats whom
MOST_LISTED = 50


@dataclass(frozen=True, slots=True)
class Record:
    """A record: what it is about, its value, and who holds it."""

    label: Message
    value: float
    names: Sequence[str]


blueprint = Blueprint("statistics", __name__, url_prefix="/g/<key>/statistics")


@blueprint.get("")
def show(key: str) -> ResponseReturnValue:
    """Everybody's figures, records, who beats whom, and how often the starter wins."""
    opened = open_group_or_404(key)
    group_id = opened.group.id
    chosen = asked_period(group_id)
    people = {player.id: player for player in players.list_players(store(), group_id) if not player.hidden}
    found = statistics.add_up(store(), group_id, chosen.game, chosen.period, chosen.title)
    figures = found.figures
    counted = {name for each in figures.values() for name in each.counts}
    shown = {player_id: figures[player_id] for player_id in people if player_id in figures}  # by name
    by_wins = sorted(shown, key=lambda player_id: (-shown[player_id].wins, shown[player_id].games))
    regulars = sorted(shown, key=lambda player_id: (-shown[player_id].games, -shown[player_id].wins))[:MOST_RIVALS]
    regulars = [player_id for player_id in by_wins if player_id in regulars]
    return render_template(
        "groups/statistics.html",
        opened=opened,
        chosen=chosen,
        games=found.games,
        people=people,
        listed=by_wins[:MOST_LISTED],
        figures=shown,
        regulars=regulars,
        rivals=found.rivals,
        records=list(records(chosen, shown, people)),
        everybody={name: sum(each.counts.get(name, 0) for each in figures.values()) for name in counted},
    )


def records(chosen: Chosen, figures: Mapping[int, Figures], people: Mapping[int, Player]) -> Iterator[Record]:
    """The records: highest and lowest total, longest runs, and most of what the game counts."""
    if not figures:
        return

    def record(label: Message, values: Mapping[int, float], least: float = 1) -> Iterator[Record]:
        most = max(values.values())
        if most >= least:
            names = (people[key].name for key, value in values.items() if value == most)
            yield Record(label, most, sorted(names, key=alphabetical))

    top, low = max(each.highest for each in figures.values()), min(each.lowest for each in figures.values())
    yield Record(say("Highest total"), top, [people[key].name for key, each in figures.items() if each.highest == top])
    yield Record(say("Lowest total"), low, [people[key].name for key, each in figures.items() if each.lowest == low])
    won = {key: each.winning.longest for key, each in figures.items()}
    yield from record(say("Most wins in a row"), won, least=2)
    not_won = {key: each.losing.longest for key, each in figures.items()}
    yield from record(say("Most games in a row without a win"), not_won, least=2)
    for figure in chosen.rulebook.figures:
        if figure.per is None and figure.count != "rounds":
            yield from record(figure.label, {key: each.counts[figure.count] for key, each in figures.items()})
