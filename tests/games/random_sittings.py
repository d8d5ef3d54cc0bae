"""Random sittings of every game, as the facts of a sheet file."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.games.builders import NAMES


def some(draw, *values):
    """One of these, or None."""
    return draw(st.sampled_from([None, *values]))


def given_where(**facts):
    """The facts that are not None."""
    return {key: value for key, value in facts.items() if value is not None}


@st.composite
def field_games(draw, names):
    """A game that somebody won, or a tie."""
    name = draw(st.sampled_from(names))
    played = draw(st.sampled_from([{"winner": name}, {"tie": True, "started_last_battle": name}]))
    return played | given_where(starter=some(draw, *names, None, None))


@st.composite
def matches(draw):
    """A match of up to nine games, so most go on after their end."""
    names = ["Anne", "Paul"]
    options = {
        "tie_full_point": draw(st.sampled_from(["battle", "game"])),
        "two_all": draw(st.sampled_from(["play-on", "draw"])),
    }
    rounds = draw(st.lists(field_games(names), max_size=9))
    return a_file(draw, "fools-field", names, draw(st.sampled_from(names)), options, rounds, ["match", "draw"])


@st.composite
def deals(draw, names, options):
    """A deal that can be by these house rules."""
    fool = some(draw, *names)
    if fool is None:
        must = options["both_out"] == "last-defender"
        defender = draw(st.sampled_from(names)) if must else some(draw, *names)
        played = {"draw": True} | given_where(last_defender=defender)
        fool = defender
    else:
        played = {"fool": fool}
    first = some(draw, *(name for name in names if name != fool))
    return played | given_where(first_out=first, starter=some(draw, *names, None, None, None, None))


@st.composite
def evenings(draw):
    """An evening of two to six, alone or in teams."""
    names = list(NAMES[: draw(st.integers(2, 6))])
    options = {
        "teams": draw(teams(names)),
        "both_out": draw(st.sampled_from(["draw", "last-defender"])),
        "first_attacker": draw(
            st.sampled_from(["loser", "right-of-loser", "left-of-loser", "previous-winner", "lowest-trump"])
        ),
        "stop_at_marks": some(draw, 1, 2, 3),
        "stop_after_deals": some(draw, 1, 4, 7),
    }
    rounds = draw(st.lists(deals(names, options), max_size=10))
    return a_file(draw, "durak", names, some(draw, *names), options, rounds, ["marks", "deals"])


@st.composite
def teams(draw, names):
    """Partners in any order, where there are enough for it."""
    order = draw(st.permutations(names))
    cuts = {4: [(2,)], 5: [(2,), (3,)], 6: [(3,), (2, 4)]}.get(len(names), [])
    cut = draw(st.sampled_from([None, *cuts]))
    if cut is None:
        return None
    return [order[start:end] for start, end in zip([0, *cut], [*cut, len(names)], strict=True)]


def a_file(draw, game, names, first_starter, options, rounds, ends):
    """The sheet file of what was drawn, with what the table decided."""
    return {
        "format": "companion-sheet",
        "version": 1,
        "game": game,
        "players": names,
        "first_starter": first_starter,
        "options": options,
        "rounds": rounds,
        "played_on": draw(st.lists(st.sampled_from(ends), unique=True, max_size=2)),
        "ended_by": draw(st.sampled_from([[], [], ["agreed"]])),
        "next": draw(st.none() | st.fixed_dictionaries({"starter": st.sampled_from(names)})),
    }


# Fool!

# Every card by its face: green, red, yellow, blue, and the 1s; shuffled once, then cut.
DECK = [*range(2, 28), *range(2, 24), *range(2, 22), *range(2, 16), 1, 1, 1, 1, 1, 1]
SHUFFLED = [DECK[card * 37 % 88] for card in range(88)]


@st.composite
def rounds(draw, names):
    """A round that can be: somebody out, somebody not, no card twice, no more befooled than discs."""
    holding = draw(st.lists(st.sampled_from(names), min_size=1, max_size=len(names) - 1, unique=True))
    size, cut = draw(st.integers(1, 3)), draw(st.integers(0, 87))
    cards = SHUFFLED[cut:] + SHUFFLED[:cut]
    hands = {name: [] for name in names}
    for place, name in enumerate(holding):
        listed = cards[place * size : (place + 1) * size]
        hands[name] = draw(st.sampled_from([listed, listed, 5, 20, 40]))
    discs = 2 if len(names) > 6 else 1
    played = {"hands": hands, "fools": draw(st.lists(st.sampled_from(names), max_size=discs, unique=True))}
    chosen = draw(st.sampled_from([None] * 2 * len(names) + names))
    return played | ({"starter": chosen} if chosen else {})


HOUSE_RULES = st.fixed_dictionaries(
    {},
    optional={
        "end_score": st.sampled_from([-10, -40, -80, -200]),
        "tens_to_end": st.sampled_from([1, 3, 6, 30]),
        "tens_counted": st.sampled_from(["together", "each"]),
        "starter_by": st.sampled_from(["total", "round"]),
        "starter_tie": st.sampled_from(["left-first", "self-first"]),
        "equal_totals": st.sampled_from(["shared", "tens"]),
    },
)


@st.composite
def games(draw):
    """The facts of a game as a sheet file holds them."""
    names = list(NAMES[: draw(st.integers(4, 8))])
    played = draw(st.lists(rounds(names), max_size=9))
    return a_file(draw, "fool", names, draw(st.sampled_from(names)), draw(HOUSE_RULES), played, ["score", "tens"])


SITTINGS = {"fools-field": matches(), "durak": evenings(), "fool": games()}
ANY_SITTING = st.one_of(*SITTINGS.values())
