"""Who deals the next deal of Durak and who attacks first in it, and why.

Source: the design notes; the summary only says that the loser begins. Somebody at the left is the next seat.
"""

from collections.abc import Sequence

from companion.games.message import say
from companion.games.opening import first_dealer, first_starter
from companion.games.sheet import Because, Line, Opening
from companion.games.sitting import Round, Sitting

LOWEST_TRUMP = say("The lowest trump decides who attacks first.")


def opening(sitting: Sitting, lines: Sequence[Line]) -> Opening:
    """Who deals and who attacks first after ``lines``."""
    if not lines:
        starter = first_starter(sitting, LOWEST_TRUMP)
        return Opening(1, starter, first_dealer(sitting, starter))
    last, played = lines[-1], sitting.rounds[lines[-1].number - 1]
    fool = the_fool(sitting, played)
    if fool is None:
        nobody = say("Nobody was the fool: the lowest trump decides who attacks first.")
        stays = Because(last.opening.dealing, say("Dealt round %(number)s, which had no fool.", number=last.number))
        return Opening(last.number + 1, Because(None, nobody), stays)
    dealer = Because(fool, say("Was the fool in round %(number)s.", number=last.number))
    return Opening(last.number + 1, attacker(sitting, played, fool, last.number), dealer)


def attacker(sitting: Sitting, played: Round, fool: int, number: int) -> Because:
    """Who attacks first after deal ``number`` with this fool."""
    rule, name = sitting.options.get("first_attacker", "loser"), sitting.players[fool]
    if rule == "right-of-loser":
        return Because(
            sitting.right_of(fool, number + 1), say("Sits right of %(name)s, the fool, and attacks there.", name=name)
        )
    if rule == "left-of-loser":
        return Because(sitting.left_of(fool, number + 1), say("Sits left of %(name)s, the fool.", name=name))
    if rule == "lowest-trump":
        return Because(None, LOWEST_TRUMP)
    if rule == "previous-winner":
        first = first_out(sitting, played, number)
        if first is None:
            return Because(None, say("Nobody noted who was out first: the lowest trump decides."))
        return Because(first, say("Was out first in round %(number)s.", number=number))
    return Because(fool, say("Was the fool in round %(number)s.", number=number))


def first_out(sitting: Sitting, played: Round, number: int) -> int | None:
    """Return who was out of cards first, as far as it is known: of two, the one who is not the fool."""
    fool = the_fool(sitting, played)
    first: int | None = played.get("first_out")
    if first is None and fool is not None and len(sitting.seated(number)) == 2:
        return sitting.left_of(fool, number)
    return first


def the_fool(sitting: Sitting, played: Round) -> int | None:
    """Return who is the fool of a deal: nobody in a draw, unless that house rule names the last defender."""
    if played["fool"] == "draw":
        return played.get("last_defender") if sitting.options.get("both_out") == "last-defender" else None
    fool: int = played["fool"]
    return fool
