"""The house rules of another game: its title, which end of the totals wins, when it ends, and who starts."""

from companion.games.message import say
from companion.games.option import LEFT_EARLY, Amount, Choice, Option, Text

OPTIONS: tuple[Option, ...] = (
    Text("title", say("Title")),
    Option(
        "winner",
        say("Who wins?"),
        (Choice("highest", say("The highest total")), Choice("lowest", say("The lowest total"))),
    ),
    Amount(
        "end_score",
        say("The game ends at a total of"),
        low=-1_000_000,
        high=1_000_000,
        without=say("never"),
        zero=False,
    ),
    Amount("end_rounds", say("The game ends after so many rounds"), low=1, high=500, without=say("never")),
    Option(
        "starter",
        say("Who starts the next round?"),
        (
            Choice("clockwise", say("The next player clockwise")),
            Choice("winner", say("Who won the round")),
            Choice("loser", say("Who lost the round")),
            Choice("none", say("Don’t keep track")),
        ),
    ),
    Option("equal_totals", say("Equal best totals at the end"), (Choice("shared", say("Share the win")),)),
    LEFT_EARLY,
)
