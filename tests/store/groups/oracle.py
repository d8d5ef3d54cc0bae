"""A second book-keeper: who played what, worked out from the raw journal with a pencil of its own.

It knows neither the program's rules nor its replaying; only the starter of each round is handed to it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from sqlite3 import Connection
from typing import Any, TypeAlias

from tests.store.groups.members import Members

Worth: TypeAlias = tuple[float, bool, dict[str, Any]]


@dataclass
class Book:
    """What a journal comes to: names, rounds as they were entered, what the table decided."""

    game: str
    names: list[str]
    rules: dict[str, Any]
    rounds: list[dict[str, Any]]
    passed: set[str]
    stopped: bool
    started_at: str


def read_journal(connection: Connection, table_id: int) -> Book:
    """Take the entries one by one; what was undone is left out before."""
    rows = connection.execute(
        "SELECT seq, kind, payload, at FROM journal WHERE table_id = ? ORDER BY seq", [table_id]
    ).fetchall()
    standing: list[tuple[str, dict[str, Any]]] = []
    taken_back: list[tuple[str, dict[str, Any]]] = []
    for _, kind, payload, _ in rows:
        if kind == "undone":
            taken_back.append(standing.pop())
        elif kind == "redone":
            standing.append(taken_back.pop())
        elif kind != "hand_laid":
            standing.append((kind, json.loads(payload)))
            taken_back = []
    (_, opening), *facts = standing
    started_at = opening["played"][0] if "played" in opening else rows[0][3]
    book = Book(opening["game"], opening["players"], opening["options"], [], set(), False, started_at)
    for kind, fact in facts:
        if kind == "round_entered":
            book.rounds.append(fact["round"])
        elif kind == "round_corrected":
            book.rounds[fact["number"] - 1] = fact["round"]
        elif kind == "player_renamed":
            book.names[fact["seat"]] = fact["name"]
        elif kind == "stopped":
            book.stopped = True
        elif kind == "played_on":
            book.stopped = False
            book.passed |= set(fact["ends"])
        else:
            assert kind == "starter_chosen", kind
    return book


@dataclass
class Outcome:
    """How a game came out, seat by seat, and what was counted on the way. ``over`` is False while it runs."""

    over: bool = False
    totals: list[float] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    counts: list[Counter[str]] = field(default_factory=list)

    def won(self, seat: int) -> bool:
        """The best of all."""
        return self.ranks[seat] == 1


def score(book: Book, starters: list[int | None]) -> Outcome:
    """Add up round by round until an end is reached that the table did not play past."""
    seats = range(len(book.names))
    totals: list[float] = [0] * len(seats)
    counts: list[Counter[str]] = [Counter() for _ in seats]
    over = False
    for played, starter in zip(book.rounds, starters, strict=True):
        for seat, (points, good, counted) in enumerate(WORTH[book.game](book, played, starter)):
            totals[seat] += points
            counts[seat].update(rounds=1, **counted)
            counts[seat].update(starts=seat == starter, starts_won=seat == starter and good)
        if set(ENDS[book.game](book, totals, counts)) - book.passed:
            over = True
            break
    over = over or (book.stopped and bool(book.rounds))
    if not over:
        return Outcome()
    ranks = RANKS[book.game](book, totals, counts)
    for seat in seats:
        opened = seat == starters[0]
        counts[seat].update(opened=opened, opened_won=opened and ranks[seat] == 1)
    return Outcome(True, totals, ranks, counts)


# The three games. What a round is worth: for every seat its points, whether that was good, and what is counted.


def fool_round(book: Book, played: dict[str, Any], starter: int | None) -> Iterator[Worth]:
    """Minus the hand left, a 1 at five; 10 for going out, 0 with a disc."""
    for seat in range(len(book.names)):
        hand, fooled = played["hands"][str(seat + 1)], str(seat + 1) in played["fools"]
        left = hand if isinstance(hand, int) else sum(hand) + 4 * hand.count(1)
        points = -left or (0 if fooled else 10)
        yield points, not left, {"outs": not left, "tens": points == 10, "befooled": fooled, "left": left}


def fool_ends(book: Book, totals: list[float], counts: list[Counter[str]]) -> Iterator[str]:
    """Somebody low enough, tens enough."""
    tens = [count["tens"] for count in counts]
    if min(totals) <= book.rules["end_score"]:
        yield "score"
    if (sum(tens) if book.rules["tens_counted"] == "together" else max(tens)) >= book.rules["tens_to_end"]:
        yield "tens"


def fool_ranks(book: Book, totals: list[float], counts: list[Counter[str]]) -> list[int]:
    """Most points first; by house rule more tens go before fewer."""
    parted = book.rules["equal_totals"] == "tens"
    standing = [(total, count["tens"] if parted else 0) for total, count in zip(totals, counts, strict=True)]
    best_first = sorted(standing, reverse=True)
    return [best_first.index(mine) + 1 for mine in standing]


def field_round(book: Book, played: dict[str, Any], starter: int | None) -> Iterator[Worth]:
    """A win is 1; a tie 1 for whoever started and a half for the other."""
    tied = "tie" in played
    battle = starter if book.rules["tie_full_point"] == "game" else int(played.get("started_last_battle", 0)) - 1
    for seat in (0, 1):
        if tied:
            yield 1 if seat == battle else 0.5, False, {"won": 0}
        else:
            won = played["winner"] == str(seat + 1)
            yield int(won), won, {"won": won}


def field_ends(book: Book, totals: list[float], counts: list[Counter[str]]) -> Iterator[str]:
    """First to 2, but for 2–2."""
    if max(totals) >= 2:
        if totals[0] != totals[1]:
            yield "match"
        elif book.rules["two_all"] == "draw":
            yield "draw"


def field_ranks(book: Book, totals: list[float], counts: list[Counter[str]]) -> list[int]:
    return [1 if total == max(totals) else 2 for total in totals]


def durak_round(book: Book, played: dict[str, Any], starter: int | None) -> Iterator[Worth]:
    """A mark for the fool and for whoever plays with the fool."""
    fool = played.get("fool")
    if fool is None and book.rules["both_out"] == "last-defender":
        fool = played["last_defender"]
    for seat in range(len(book.names)):
        mine = next((team for team in book.rules["teams"] or () if seat in team), [seat])
        marked = fool is not None and int(fool) - 1 in mine
        yield int(marked), not marked, {"fool": fool == str(seat + 1), "marks": marked}


def durak_ends(book: Book, totals: list[float], counts: list[Counter[str]]) -> Iterator[str]:
    if book.rules["stop_at_marks"] and max(totals) >= book.rules["stop_at_marks"]:
        yield "marks"
    if book.rules["stop_after_deals"] and counts[0]["rounds"] >= book.rules["stop_after_deals"]:
        yield "deals"


def durak_ranks(book: Book, totals: list[float], counts: list[Counter[str]]) -> list[int]:
    return [sorted(totals).index(total) + 1 for total in totals]


WORTH = {"fool": fool_round, "fools-field": field_round, "durak": durak_round}
ENDS = {"fool": fool_ends, "fools-field": field_ends, "durak": durak_ends}
RANKS = {"fool": fool_ranks, "fools-field": field_ranks, "durak": durak_ranks}
COUNTED = {"fool": ("outs", "tens", "befooled", "left"), "fools-field": ("won",), "durak": ("fool", "marks")}


@dataclass(frozen=True)
class Game:
    """A finished game of a group by the people's names."""

    at: str
    table_id: int
    year: int
    game: str
    people: tuple[str, ...]
    outcome: Outcome


def finished(connection: Connection, members: Members, starters: Mapping[int, list[int | None]]) -> list[Game]:
    """The finished games of the tables in ``starters``, in the order in which they were begun."""
    games = []
    for table_id, started in starters.items():
        book = read_journal(connection, table_id)
        outcome = score(book, started)
        if outcome.over:
            people = tuple(members.seats[table_id][seat][1].person.text for seat in range(len(book.names)))
            year = datetime.fromisoformat(book.started_at).astimezone().year
            games.append(Game(book.started_at, table_id, year, book.game, people, outcome))
    return sorted(games, key=lambda game: (game.at, game.table_id))


def figures(games: list[Game]) -> dict[str, dict[str, Any]]:
    told: dict[str, dict[str, Any]] = {}
    for name in {name for game in games for name in game.people}:
        mine = [(game, game.people.index(name)) for game in games if name in game.people]
        totals = [game.outcome.totals[seat] for game, seat in mine]
        won = [game.outcome.won(seat) for game, seat in mine]
        told[name] = {
            "games": len(mine),
            "wins": won.count(True),
            "total": sum(totals),
            "highest": max(totals),
            "lowest": min(totals),
            "winning": runs(won, True),
            "losing": runs(won, False),
            "counts": {
                count: sum(game.outcome.counts[seat][count] for game, seat in mine)
                for count in ("rounds", *COUNTED[mine[0][0].game], "starts", "starts_won", "opened", "opened_won")
            },
        }
    return told


def runs(won: list[bool], what: bool) -> tuple[int, int]:
    """How many in a row were so at most, and how many at the end."""
    stretches = [(value, len(list(same))) for value, same in groupby(won)]
    lengths = [length for value, length in stretches if value is what]
    return max(lengths, default=0), lengths[-1] if stretches[-1][0] is what else 0


def rivalries(games: list[Game]) -> dict[tuple[str, str], tuple[int, int, int]]:
    """For every two players: games together, ranked before, ranked behind."""
    names = {name for game in games for name in game.people}
    told = {}
    for one in names:
        for other in names - {one}:
            ranks = [
                (game.outcome.ranks[game.people.index(one)], game.outcome.ranks[game.people.index(other)])
                for game in games
                if one in game.people and other in game.people
            ]
            if ranks:
                told[one, other] = (len(ranks), sum(a < b for a, b in ranks), sum(a > b for a, b in ranks))
    return told
