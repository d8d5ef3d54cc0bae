"""The statistics of a group: its players' figures over all time, a year, or its last ten games of a kind.

SQL adds them up from the results when somebody asks: 23 ms for 2,000 games of five.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, groupby, permutations
from operator import itemgetter

from companion.games import RULEBOOKS
from companion.games.message import say
from companion.store.database import Store

ALL_TIME, LAST = "", "last"  # where a year could stand
LAST_GAMES = 10
COUNTED_IN_EVERY_GAME = {
    "rounds": say("Rounds"),
    "starts": say("Rounds started"),
    "starts_won": say("Rounds started and won"),
    "opened": say("Games as starter"),
    "opened_won": say("Games started and won"),
}

# Whether somebody played at least half of a game's rounds.
_STAYED = "2 * json_extract(results.counts, '$.rounds') >= json_extract(results.counts, '$.game_rounds')"

# Every result in the chosen games.
_CHOSEN = f"""
    SELECT table_id, started_at, player_id AS player, rank, won, total, counts, {_STAYED} AS stayed
    FROM tables JOIN results ON table_id = tables.id JOIN seats USING (table_id, seat)
    WHERE tables.group_id = :group AND game = :game AND title = :title
    AND (:period = '' OR year = :period OR table_id IN (
        SELECT id FROM tables WHERE :period = 'last' AND group_id = :group AND game = :game AND title = :title
        AND EXISTS (SELECT 1 FROM results WHERE table_id = tables.id) ORDER BY started_at DESC, id DESC LIMIT :last
    ))
"""  # noqa: S608
_PLACINGS = (
    "SELECT table_id, player, rank, json_extract(counts, '$.side'), stayed, won "  # noqa: S608
    f"FROM ({_CHOSEN}) ORDER BY started_at, table_id"
)


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
        FROM tables JOIN results ON table_id = tables.id JOIN seats USING (table_id, seat)
        JOIN players ON players.id = player_id
        WHERE tables.group_id = ?
        GROUP BY player_id HAVING wins > 0 ORDER BY wins DESC, played, players.name LIMIT 1
        """,
        [group_id],
    ).fetchone()
    return found


def add_up(store: Store, group_id: int, game: str, period: str = ALL_TIME, title: str = "") -> Statistics:
    """Return the statistics of a game over a period: ``ALL_TIME``, a year, or ``LAST``."""
    values = {"group": group_id, "game": game, "title": title, "period": period, "last": LAST_GAMES}
    counted = list(dict.fromkeys([*COUNTED_IN_EVERY_GAME, *(figure.key for figure in RULEBOOKS[game].figures)]))
    numbers = [f"ifnull(sum(json_extract(counts, '$.{count}')), 0)" for count in counted]
    totals = [f"{function}(total) FILTER (WHERE stayed)" for function in ("total", "max", "min")]
    sums = ", ".join(["player, count(*), sum(won), sum(stayed)", *totals, *numbers])
    added_up = store.db.execute(f"SELECT {sums} FROM ({_CHOSEN}) GROUP BY player", values).fetchall()  # noqa: S608
    placings = store.db.execute(_PLACINGS, values).fetchall()
    won: defaultdict[int, list[int]] = defaultdict(list)
    for _, player, *_, has_won in placings:
        won[player].append(has_won)
    figures: dict[int, Figures] = {}
    for player, finished, wins, stayed, total, highest, lowest, *counts in added_up:
        runs = [(has_won, len(list(games))) for has_won, games in groupby(won[player])]
        not_won, won_in_a_row = (max((n for has_won, n in runs if has_won == each), default=0) for each in (0, 1))
        by_name = dict(zip(counted, counts, strict=True))
        figures[player] = Figures(finished, wins, stayed, total, highest, lowest, won_in_a_row, not_won, by_name)
    games = [[placing[1:5] for placing in game] for _, game in groupby(placings, itemgetter(0))]
    return Statistics(len(games), figures, _rivals([each[:3] for each in game if each[3]] for game in games))


def list_latest_games(
    store: Store, group_id: int, player_id: int, game: str, title: str = "", most: int = 20
) -> list[FinishedGame]:
    """Return the last games that a player finished and stayed in for half of the rounds, the oldest first."""
    rows = store.db.execute(
        f"""
        SELECT started_at, rank, (SELECT count(*) FROM results AS others WHERE others.table_id = tables.id), won, total
        FROM seats JOIN tables ON tables.id = table_id JOIN results USING (table_id, seat)
        WHERE player_id = :player
        AND group_id = :group AND game = :game AND title = :title AND {_STAYED}
        ORDER BY year DESC, started_at DESC, table_id DESC LIMIT :most
        """,  # noqa: S608
        {"player": player_id, "group": group_id, "game": game, "title": title, "most": most},
    ).fetchall()
    return [FinishedGame(at, rank, players, bool(won), total) for at, rank, players, won, total in reversed(rows)]


def _rivals(games: Iterable[Iterable[tuple[int, int, int | None]]]) -> dict[int, dict[int, Rivalry]]:
    """Return the rivalries in games given as (player, rank, side or None) each. Partners aren't rivals."""
    rivals: defaultdict[int, defaultdict[int, Rivalry]] = defaultdict(lambda: defaultdict(Rivalry))
    pairs = Counter(chain.from_iterable(permutations(placings, 2) for placings in games))
    for ((one, rank, side), (other, next_rank, next_side)), times in pairs.items():
        if side is not None and side == next_side:
            continue
        met = rivals[one][other]
        met.games += times
        met.before += times * (rank < next_rank)
        met.behind += times * (rank > next_rank)
    return {one: dict(met) for one, met in rivals.items()}
