"""A slow score-keeper with a pencil, written from the rules of every game: all that an export derives."""

from __future__ import annotations

DEFAULTS = {
    "end_score": -80,
    "tens_to_end": 6,
    "tens_counted": "together",
    "starter_by": "total",
    "starter_tie": "left-first",
    "equal_totals": "shared",
}


def beside(names, name, steps):
    return names[(names.index(name) + steps) % len(names)]


def match_by_pencil(game):
    """Points, who starts, and the end: counted in halves."""
    names, rules = game["players"], game["options"]
    halves, lines, ended_by = dict.fromkeys(names, 0), [], []
    proposed = game["first_starter"]
    for played in game["rounds"]:
        starter = played.get("starter", proposed)
        if "winner" in played:
            worth = {name: 2 * (name == played["winner"]) for name in names}
            proposed = beside(names, played["winner"], 1)
        else:
            full = starter if rules["tie_full_point"] == "game" else played["started_last_battle"]
            worth = {name: 2 if name == full else 1 for name in names}
            proposed = beside(names, starter, 1)
        counts = not ended_by
        if counts:
            halves = {name: halves[name] + worth[name] for name in names}
            if max(halves.values()) >= 4:
                level = len(set(halves.values())) == 1
                end = "match" if not level else "draw" if rules["two_all"] == "draw" else None
                ended_by = [end] if end and end not in game["played_on"] else []
        lines.append((starter, None, [worth[name] / 2 for name in names], [halves[name] / 2 for name in names], counts))
    return lines, [halves[name] / 2 for name in names], ended_by, max, (proposed, None)


def durak_by_pencil(game):
    """Marks, who attacks and who deals, and the end."""
    names, rules = game["players"], game["options"]
    marks, lines, ended_by = dict.fromkeys(names, 0), [], []
    attacks, deals = game["first_starter"], game["first_starter"] and beside(names, game["first_starter"], -1)
    for number, played in enumerate(game["rounds"], start=1):
        starter = played.get("starter", attacks)
        if number == 1 and attacks and starter != attacks:
            deals = beside(names, starter, -1)
        dealer = deals
        fool = played.get("fool")
        if fool is None and rules["both_out"] == "last-defender":
            fool = played["last_defender"]
        losers = next((team for team in rules["teams"] or [] if fool in team), [fool])
        counts = not ended_by
        if counts:
            marks = {name: marks[name] + (name in losers) for name in names}
            most = max(marks.values())
            reached = {
                "marks": rules["stop_at_marks"] and most >= rules["stop_at_marks"],
                "deals": rules["stop_after_deals"] and number >= rules["stop_after_deals"],
            }
            ended_by = [end for end in ("marks", "deals") if reached[end] and end not in game["played_on"]]
        lines.append((starter, dealer, [int(name in losers) for name in names], list(marks.values()), counts))
        if fool is None:
            attacks = None
        else:
            deals = fool
            first = played.get("first_out") or (beside(names, fool, 1) if len(names) == 2 else None)
            attacks = {
                "loser": fool,
                "right-of-loser": beside(names, fool, -1),
                "left-of-loser": beside(names, fool, 1),
                "previous-winner": first,
                "lowest-trump": None,
            }[rules["first_attacker"]]
    return lines, list(marks.values()), ended_by, min, (attacks, deals)


def by_pencil(game):
    """Everything an export derives."""
    if game["game"] == "fool":
        return fool_by_pencil(game)
    names = game["players"]
    lines, totals, ended_by, best, (starter, dealer) = (
        match_by_pencil(game) if game["game"] == "fools-field" else durak_by_pencil(game)
    )
    if lines and not ended_by:
        ended_by = game["ended_by"]
    chosen = (game["next"] or {}).get("starter", starter)
    if not lines and dealer and chosen:
        dealer = beside(names, chosen, -1)
    return {
        "rounds": [
            {
                "number": number,
                "starter": line[0],
                "dealer": line[1],
                "points": dict(zip(names, line[2], strict=True)),
                "totals": dict(zip(names, line[3], strict=True)),
            }
            | ({} if line[4] else {"counts": False})
            for number, line in enumerate(lines, start=1)
        ],
        "totals": dict(zip(names, totals, strict=True)),
        "finished": bool(ended_by),
        "ended_by": ended_by,
        "winners": [name for name, total in zip(names, totals, strict=True) if ended_by and total == best(totals)],
        "next": None if ended_by else {"starter": chosen, "dealer": dealer},
    }


def worth(played, name):
    """Minus the faces left, each 1 at five; ten for an empty hand, nothing for an empty hand with a disc."""
    hand = played["hands"][name]
    if hand in ([], 0):
        return 0 if name in played["fools"] else 10
    return -hand if isinstance(hand, int) else -sum(5 if face == 1 else face for face in hand)


def opens_next(names, options, standing, previous):
    """Most minus points; of several, who is reached first going clockwise from the previous starter."""
    lowest = min(standing.values())
    reached = previous if options["starter_tie"] == "self-first" else beside(names, previous, 1)
    while standing[reached] != lowest:
        reached = beside(names, reached, 1)
    return reached


def ends_reached(options, totals, tens):
    """Anybody at the limit or below; enough tens by all together, or by any one player."""
    counted = sum(tens.values()) if options["tens_counted"] == "together" else max(tens.values())
    if any(total <= options["end_score"] for total in totals.values()):
        yield "score"
    if counted >= options["tens_to_end"]:
        yield "tens"


def fool_by_pencil(game):
    """Points, tens, who starts and who deals, and the end."""
    names, options = game["players"], DEFAULTS | game["options"]
    totals, tens = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    lines, ended_by = [], []
    rule, previous = game["first_starter"], None
    for number, played in enumerate(game["rounds"], start=1):
        starter = played.get("starter", rule)
        dealer = previous or beside(names, starter, -1)
        points = {name: worth(played, name) for name in names}
        line = {"number": number, "starter": starter, "dealer": dealer, "points": points}
        if ended_by:
            line["counts"] = False
        else:
            totals = {name: totals[name] + points[name] for name in names}
            tens = {name: tens[name] + (points[name] == 10) for name in names}
            ended_by = [end for end in ends_reached(options, totals, tens) if end not in game["played_on"]]
        lines.append(line | {"totals": totals})
        deciding = totals if options["starter_by"] == "total" else points
        rule, previous = opens_next(names, options, deciding, starter), starter
    if lines and not ended_by:
        ended_by = game["ended_by"]
    first = (game["next"] or {}).get("starter", rule)
    upcoming = {"starter": first, "dealer": previous or beside(names, first, -1)}
    return {
        "rounds": lines,
        "totals": totals,
        "tens": tens,
        "finished": bool(ended_by),
        "ended_by": ended_by,
        "winners": winners(names, options, totals, tens) if ended_by else [],
        "next": None if ended_by else upcoming,
    }


def winners(names, options, totals, tens):
    """Most points; equals share, unless by house rule the tens part them."""
    best = [name for name in names if totals[name] == max(totals.values())]
    if options["equal_totals"] == "tens":
        most = max(tens[name] for name in best)
        best = [name for name in best if tens[name] == most]
    return best
