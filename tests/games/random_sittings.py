"""Random sittings of every game, as the facts of a sheet file."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.games import RULEBOOKS
from companion.games.derive import derive
from companion.games.option import Teams, house_rules
from companion.games.sitting import Sitting
from tests.games.builders import NAMES


def some(draw, *values):
    """One of these, or None."""
    return draw(st.sampled_from([None, *values]))


def field_game(draw, names, options, number):
    """A game that somebody won, or a tie."""
    name = draw(st.sampled_from(names))
    return draw(st.sampled_from([{"winner": name}, {"tie": True, "started_last_battle": name}]))


def deal(draw, names, options, number):
    """A deal that can be by these house rules."""
    fool = some(draw, *names)
    played = {"fool": fool}
    if fool is None:
        must = options["both_out"] == "last-defender"
        fool = draw(st.sampled_from(names)) if must else some(draw, *names)
        played = {"draw": True, "last_defender": fool}
    return played | {"first_out": some(draw, *(name for name in names if name != fool))}


# Every card of Fool! by its face: green, red, yellow, blue, and the 1s; shuffled once, then cut.
DECK = [*range(2, 28), *range(2, 24), *range(2, 22), *range(2, 16), 1, 1, 1, 1, 1, 1]
SHUFFLED = [DECK[card * 37 % 88] for card in range(88)]


def fool_round(draw, names, options, number):
    """A round that can be: somebody out, somebody not, no card twice, no more befooled than discs."""
    holding = draw(st.lists(st.sampled_from(names), min_size=1, max_size=len(names) - 1, unique=True))
    size, cut = draw(st.integers(1, 3)), draw(st.integers(0, 87))
    cards = SHUFFLED[cut:] + SHUFFLED[:cut]
    hands = {name: [] for name in names}
    for place, name in enumerate(holding):
        listed = cards[place * size : (place + 1) * size]
        hands[name] = draw(st.sampled_from([listed, listed, 5, 20, 40]))
    discs = 2 if len(names) > 6 else 1
    return {"hands": hands, "fools": draw(st.lists(st.sampled_from(names), max_size=discs, unique=True))}


def points_round(draw, names, options, number):
    """Whole and half points, also below 0."""
    points = st.integers(-200, 200).map(lambda twice: twice // 2 if twice % 2 == 0 else twice / 2)
    return {"points": {name: draw(points) for name in names}}


def wizard_round(draw, names, options, number):
    """Any bids but those that a house rule refuses, and every trick won by somebody."""
    bids = {name: draw(st.integers(0, number)) for name in names}
    if options["sum_of_bids"] == "not-tricks" and sum(bids.values()) == number:
        bids[names[0]] = (bids[names[0]] + 1) % (number + 1)
    winners = draw(st.lists(st.sampled_from(names), min_size=number, max_size=number))
    return {"bids": bids, "tricks": {name: winners.count(name) for name in names}}


def tichu_round(draw, names, options, number):
    """Any calls, whoever was out first, and a double victory or the cards."""
    calls = draw(st.dictionaries(st.sampled_from(names), st.sampled_from(["tichu", "grand"])))
    share = 5 * draw(st.integers(-5, 25))
    end = draw(st.sampled_from([{"double": True}, {"cards": [share, 100 - share]}]))
    return {"calls": calls, "first": draw(st.sampled_from(names))} | end


# What is chosen of options that are no list of choices: ends that are reached now and then.
AMOUNTS = {
    "end_score": [-10, -40, -80, -200],
    "tens_to_end": [1, 3, 6, 30],
    "end_rounds": [None, 1, 4, 7],
    "title": ["", "Phase 10"],
    "stop_at_marks": [None, 1, 2, 3],
    "stop_after_deals": [None, 1, 4, 7],
}


def chosen(draw, option, names):
    """A house rule."""
    if isinstance(option, Teams):
        order = draw(st.permutations(names))
        cuts = {4: [2, 4], 5: [3, 5], 6: draw(st.sampled_from([[3, 6], [2, 4, 6]]))}.get(len(names), [])
        teams = [order[start:end] for start, end in zip([0, *cuts], cuts, strict=False)]
        return some(draw, teams) if teams else None
    return draw(st.sampled_from([choice.value for choice in option.choices] or AMOUNTS[option.key]))


@st.composite
def sittings(draw, game, play):
    """A sitting of up to nine rounds, so some go on after their end."""
    rulebook = RULEBOOKS[game]
    rules = house_rules(rulebook.options)
    names = list(NAMES[: draw(st.sampled_from([seats for seats in rulebook.seats if seats <= len(NAMES)]))])
    options = {option.key: chosen(draw, option, names) for option in rules}
    starters = st.sampled_from([*[None] * 2 * len(names), *names])
    numbers = range(1, 1 + draw(st.integers(0, 9)))
    rounds = [play(draw, names, options, number) | {"starter": draw(starters)} for number in numbers]
    nothing = Sitting(tuple(names), 0, {option.key: option.read(options[option.key], names) for option in rules})
    ends = [end.key for end in rulebook.ends(nothing, derive(rulebook, nothing).standing) if not end.final]
    undecided = bool(rulebook.starting and rulebook.starting.undecided)
    return {
        "format": "companion-sheet",
        "version": 1,
        "game": game,
        "players": names,
        "first_starter": draw(st.sampled_from([*names, None] if undecided else names)),
        "options": options,
        "rounds": rounds,
        "played_on": draw(st.lists(st.sampled_from(ends), unique=True, max_size=2)) if ends else [],
        "ended_by": draw(st.sampled_from([[], [], ["agreed"]])),
        "next": draw(st.none() | st.fixed_dictionaries({"starter": st.sampled_from(names)})),
    }


ROUNDS = {
    "fools-field": field_game,
    "durak": deal,
    "fool": fool_round,
    "points": points_round,
    "wizard": wizard_round,
    "tichu": tichu_round,
}
SITTINGS = {game: sittings(game, play) for game, play in ROUNDS.items()}
ANY_SITTING = st.one_of(*SITTINGS.values())
