"""A game that asks all there is to ask, for tests of declared forms: ``python -m tests.everything`` serves it."""

from companion import cli, games, text
from companion.games.contract import Rulebook, Step
from companion.games.fields import Flag, Hand, Number, Per, Pick, Points, Split
from companion.games.message import say
from companion.games.sitting import Scored
from companion.web import games as pages
from companion.web.forms.game import GamePages


class Everything(Rulebook):
    """A game that asks all there is to ask, and is worth the points."""

    key = "everything"
    title = "Everything"
    seats = range(4, 5)
    steps = (
        Step(
            (
                Hand("left", say("Cards left")),
                Number("bid", say("Bid"), low=-2, high=lambda sitting, opening: opening.number, default=0),
                Points("points", say("Points")),
                Flag("bonus", say("Bonus")),
                Pick("call", say("Call"), default=None, choices={"big": say("Big")}),
                Number("tricks", say("Tricks"), per=Per.SIDE, high=13),
                Flag("all", say("All cards"), per=Per.ROUND),
                Split("cards", say("Cards"), low=-25, high=125, step=5, when=lambda said: not said.get("all")),
                Pick("best", say("Best"), per=Per.ROUND, seats=True, choices={"nobody": say("Nobody")}),
            )
        ),
    )

    def sides(self, sitting):
        return (0, 2), (1, 3)

    def score(self, sitting, opening, played):
        return Scored(tuple(sum(played["points"][seat] for seat in side) for side in self.sides(sitting)))


TYPED = {
    **{f"seat-{seat}-left": typed for seat, typed in enumerate(("5 12", "=17", "0", "7"), start=1)},
    **{f"seat-{seat}-points": typed for seat, typed in enumerate(("−3", "2½", "0", "1"), start=1)},
    **{"seat-2-bid": "-2", "seat-3-bonus": "y", "seat-4-call": "big", "side-1-tricks": "13", "side-2-tricks": "0"},
    **{"side-2-cards": "−25", "best": "nobody"},
}
SAVED = {
    "left": {"Anne": [5, 12], "Paul": 17, "Rachel": [], "Camille": [7]},
    "bid": {"Anne": 0, "Paul": -2, "Rachel": 0, "Camille": 0},
    "points": {"Anne": -3, "Paul": 2.5, "Rachel": 0, "Camille": 1},
    "bonus": ["Rachel"],
    "call": {"Camille": "big"},
    "tricks": [13, 0],
    "cards": [125, -25],
    "nobody": True,
}

if __name__ == "__main__":
    [text.find_catalogue([language]) for language in text.languages()]  # those of the games there are
    games.RULEBOOKS[Everything.key] = Everything()
    pages.GAMES[Everything.key] = GamePages(games.RULEBOOKS[Everything.key])
    cli.main()
