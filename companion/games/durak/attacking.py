"""Who deals the next deal of Durak and who attacks first in it, and why.

Source: the design notes; the summary only says that the loser begins. Somebody at the left is the next seat.
"""

from collections.abc import Sequence

from companion.games.message import say
from companion.games.opening import first_opening
from companion.games.sitting import Because, Line, Opening, Round, Sitting

LOWEST_TRUMP = say("The lowest trump decides who attacks first.")


def opening(sitting: Sitting, lines: Sequence[Line]) -> Opening:
    """Return who deals and who attacks first after ``lines``."""
    if not lines:
        return first_opening(sitting, LOWEST_TRUMP)
    number, played = lines[-1].number, sitting.rounds[lines[-1].number - 1]
    fool = fool_of(sitting, played)
    if fool is None:
        nobody = say("Nobody was the fool: the lowest trump decides who attacks first.")
        stays = Because(lines[-1].opening.dealing, say("Dealt round %(number)s, which had no fool.", number=number))
        return Opening(number + 1, Because(None, nobody), stays)
    was_fool = Because(fool, say("Was the fool in round %(number)s.", number=number))
    rule, name = sitting.options.get("first_attacker", "loser"), sitting.players[fool]
    attacker = was_fool
    if rule == "right-of-loser":
        why = say("Sits right of %(name)s, the fool, and attacks there.", name=name)
        attacker = Because(sitting.right_of(fool, number + 1), why)
    elif rule == "left-of-loser":
        attacker = Because(
            sitting.from_left_of(fool, number + 1)[0], say("Sits left of %(name)s, the fool.", name=name)
        )
    elif rule == "lowest-trump":
        attacker = Because(None, LOWEST_TRUMP)
    elif rule == "previous-winner":
        first = first_out(sitting, played, number)
        attacker = Because(first, say("Was out first in round %(number)s.", number=number))
        if first is None:
            attacker = Because(None, say("Nobody noted who was out first: the lowest trump decides."))
    return Opening(number + 1, attacker, was_fool)


def first_out(sitting: Sitting, played: Round, number: int) -> int | None:
    """Return who was out of cards first, as far as it is known: of two, the one who is not the fool."""
    fool = fool_of(sitting, played)
    first: int | None = played.get("first_out")
    if first is None and fool is not None and len(sitting.seated(number)) == 2:
        return sitting.from_left_of(fool, number)[0]
    return first


def fool_of(sitting: Sitting, played: Round) -> int | None:
    """Return who is the fool of a deal: nobody in a draw, unless that house rule names the last defender."""
    if played["fool"] == "draw":
        return played.get("last_defender") if sitting.options.get("both_out") == "last-defender" else None
    fool: int = played["fool"]
    return fool
