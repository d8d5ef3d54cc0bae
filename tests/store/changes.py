"""The changes that a phone writes into a journal, as tests say them: one function for each kind."""

from companion.store.journal.changes import Change


def say_change(kind, *names, **usual):
    """Return the function that makes a change of a kind of what its payload says, in this order."""
    return lambda *values: Change(kind, usual | dict(zip(names, values, strict=False)))


a_round = ("number", "round", "opening")
round_entered = say_change("round_entered", *a_round, opening=None)
round_begun = say_change("round_begun", *a_round, opening=None)
round_corrected = say_change("round_corrected", *a_round, opening=None)
hand_laid = say_change("hand_laid", "number", "seat", "hand")
starter_chosen = say_change("starter_chosen", "number", "seat")
seats_changed = say_change("seats_changed", "number", "seats", "joined", joined=())
begun_on_paper = say_change("begun_on_paper", "totals", "tallies", "starter", starter=None)
rules_changed = say_change("rules_changed", "number", "options")
ruling_shown = say_change("ruling_shown", "asked")
stopped = say_change("stopped", "after")
played_on = say_change("played_on", "after", "ends")
undone, redone, returned = (say_change(kind, "seq") for kind in ("undone", "redone", "returned"))


def players_renamed(*names):
    """Give players, by seat, other names."""
    return Change("players_renamed", {"names": names})
