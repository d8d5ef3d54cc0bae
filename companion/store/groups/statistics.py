"""The statistics of a group: its players' figures over all time, a year, or its last ten games of a kind."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, permutations
from operator import itemgetter

from companion.games import RULEBOOKS
from companion.games.message import say
from companion.store.database import Store
from companion.store.groups.results import Row, list_results

ALL_TIME, LAST = "", "last"  # where a year could stand
LAST_GAMES = 10
COUNTED_IN_EVERY_GAME = {
    "rounds": say("Rounds"),
    "starts": say("Rounds started"),
    "starts_won": say("Rounds started and won"),
    "opened": say("Games as starter"),
    "opened_won": say("Games started and won"),
}


@dataclass(frozen=True, slots=True)
class Figures:
    """A player's games of one kind: sums, the highest and the lowest total, and most games won or not won in a row.

    Totals are those of the games that the player ``stayed`` in for at least half of the rounds; ``total`` adds them up.
    """

    games: int
    wins: int
    stayed: int
    total: float
    highest: float | None
    lowest: float | None
    won_in_a_row: int
    not_won_in_a_row: int
    counts: Mapping[str, float]


@dataclass(slots=True)
class Rivalry:
    """Two players' games together, and in how many the first ranked before or behind the second.

    Only games count in which both played at least half of the rounds.
    """

    games: int = 0
    before: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """How many games were finished; by the player's id, each one's figures, and the rivalry with every other."""

    games: int
    figures: Mapping[int, Figures]
    rivals: Mapping[int, Mapping[int, Rivalry]]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """One finished game of a player, with how many sat at the table."""

    started_at: str
    rank: int
    players: int
    won: bool
    total: float


def list_finished(store: Store, group_id: int) -> list[tuple[str, str, int]]:
    """Return what a group has finished as (game, own title, year), latest first."""
    return store.db.execute(
        """
        SELECT game, title, year FROM tables
        WHERE group_id = ? AND EXISTS (SELECT 1 FROM results WHERE table_id = tables.id)
        GROUP BY game, title, year ORDER BY max(started_at) DESC
        """,
        [group_id],
    ).fetchall()


def find_champion(store: Store, group_id: int) -> tuple[str, int, int] | None:
    """Return who won most games, as (name, wins, games played); None before the first win."""
    found: tuple[str, int, int] | None = store.db.execute(
        """
        SELECT players.name, sum(won) AS wins, count(*) AS played
        FROM results JOIN seats USING (table_id, seat) JOIN players ON players.id = player_id
        WHERE players.group_id = ?
        GROUP BY player_id HAVING wins > 0 ORDER BY wins DESC, played, players.name LIMIT 1
        """,
        [group_id],
    ).fetchone()
    return found


def add_up(store: Store, group_id: int, game: str, period: str = ALL_TIME, title: str = "") -> Statistics:
    """Return the statistics of a game over a period: ``ALL_TIME``, a year, or ``LAST``."""
    games = _list_games(store, group_id, game, title)
    if period == LAST:
        games = games[-LAST_GAMES:]
    elif period != ALL_TIME:
        games = [each for each in games if str(each[0]["year"]) == period]
    counted = [*COUNTED_IN_EVERY_GAME, *(figure.key for figure in RULEBOOKS[game].figures)]
    played: defaultdict[int, list[Row]] = defaultdict(list)
    for row in chain(*games):
        played[row["player"]].append(row)
    return Statistics(len(games), {player: _add_up(rows, counted) for player, rows in played.items()}, _rivals(games))


def list_latest_games(
    store: Store, group_id: int, player_id: int, game: str, title: str = "", most: int = 20
) -> list[FinishedGame]:
    """Return the last games that a player finished and stayed in for half of the rounds, the oldest first."""
    games = _list_games(store, group_id, game, title)
    rows = [(row, len(each)) for each in games for row in each if row["player"] == player_id and row["stayed"]]
    return [FinishedGame(row["started_at"], row["rank"], n, row["won"], row["total"]) for row, n in rows[-most:]]


def _list_games(store: Store, group_id: int, game: str, title: str) -> list[list[Row]]:
    """Return the results of each finished game of a kind, the oldest first, with whether its player ``stayed``."""
    rows = list_results(store, group_id, game, title)
    for row in rows:
        row["stayed"] = 2 * row["counts"]["rounds"] >= row["counts"]["game_rounds"]
    return [list(each) for _, each in groupby(rows, itemgetter("number"))]


def _add_up(rows: Sequence[Row], counted: Iterable[str]) -> Figures:
    totals = [row["total"] for row in rows if row["stayed"]]
    runs = [(won, len(list(games))) for won, games in groupby(row["won"] for row in rows)]
    not_won, won = (max((length for won, length in runs if won == each), default=0) for each in (0, 1))
    counts = {name: sum(row["counts"].get(name, 0) for row in rows) for name in counted}
    best, worst = max(totals, default=None), min(totals, default=None)
    wins = sum(row["won"] for row in rows)
    return Figures(len(rows), wins, len(totals), sum(totals), best, worst, won, not_won, counts)


def _rivals(games: Iterable[Iterable[Row]]) -> dict[int, dict[int, Rivalry]]:
    """Return who met whom in these games. Partners aren't rivals."""
    rivals: defaultdict[int, defaultdict[int, Rivalry]] = defaultdict(lambda: defaultdict(Rivalry))
    for game in games:
        for one, other in permutations((row for row in game if row["stayed"]), 2):
            side = one["counts"].get("side")
            if side is None or side != other["counts"].get("side"):
                met = rivals[one["player"]][other["player"]]
                met.games += 1
                met.before += one["rank"] < other["rank"]
                met.behind += one["rank"] > other["rank"]
    return {one: dict(met) for one, met in rivals.items()}
