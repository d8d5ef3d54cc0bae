"""The house rules of The Fool's Field: where the rulebook leaves a match of several games open."""

from companion.games.message import say
from companion.games.option import Choice, Option

OPTIONS: tuple[Option, ...] = (
    Option(
        "tie_full_point",
        say("The full point of a tie goes to who started"),
        (Choice("battle", say("The last battle")), Choice("game", say("The game"))),
    ),
    Option(
        "two_all",
        say("At 2–2"),
        (Choice("play-on", say("Play one more game")), Choice("draw", say("The match is drawn"))),
    ),
)
