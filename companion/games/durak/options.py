"""The house rules of Durak: who plays together, what a draw is, who attacks first, and when to stop."""

from companion.games.message import say
from companion.games.option import LEFT_EARLY, Amount, Choice, Option, Teams

OPTIONS: tuple[Option, ...] = (
    Teams(
        "teams",
        say("Who plays together?"),
        (
            Choice("alone", say("Everybody alone")),
            Choice("2", say("Two teams, seated in turn")),
            Choice("3", say("Three teams, seated in turn")),
        ),
    ),
    Option(
        "both_out",
        say("The last two go out together"),
        (Choice("draw", say("Nobody is the fool")), Choice("last-defender", say("The last defender is the fool"))),
    ),
    Option(
        "first_attacker",
        say("Who attacks first in the next deal?"),
        (
            Choice("loser", say("The fool")),
            Choice("right-of-loser", say("The player right of the fool, who so attacks the fool")),
            Choice("left-of-loser", say("The player left of the fool")),
            Choice("previous-winner", say("Who was out first")),
            Choice("lowest-trump", say("The lowest trump")),
        ),
    ),
    Amount("stop_at_marks", say("Stop when somebody has so many marks"), low=1, high=100, without=say("never")),
    Amount("stop_after_deals", say("Stop after so many deals"), low=1, high=500, without=say("never")),
    LEFT_EARLY,
)
