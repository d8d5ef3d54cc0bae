"""The changes that a phone writes into a journal, as tests say them: one function for each kind."""

from companion.store.journal.changes import Change


def round_entered(number, played, opening=None):
    return Change("round_entered", {"number": number, "round": played, "opening": opening})


def round_begun(number, played, opening=None):
    return Change("round_begun", {"number": number, "round": played, "opening": opening})


def round_corrected(number, played, opening=None):
    return Change("round_corrected", {"number": number, "round": played, "opening": opening})


def hand_laid(number, seat, hand):
    return Change("hand_laid", {"number": number, "seat": seat, "hand": hand})


def starter_chosen(number, seat):
    return Change("starter_chosen", {"number": number, "seat": seat})


def players_renamed(*names):
    """Give players, by seat, other names."""
    return Change("players_renamed", {"names": names})


def seats_changed(number, seats, joined=()):
    return Change("seats_changed", {"number": number, "seats": seats, "joined": joined})


def begun_on_paper(totals, tallies, starter=None):
    return Change("begun_on_paper", {"totals": totals, "tallies": tallies, "starter": starter})


def rules_changed(number, options):
    return Change("rules_changed", {"number": number, "options": options})


def ruling_shown(asked):
    return Change("ruling_shown", {"asked": asked})


def stopped(after):
    return Change("stopped", {"after": after})


def played_on(after, ends):
    return Change("played_on", {"after": after, "ends": ends})


def undone(seq):
    return Change("undone", {"seq": seq})


def redone(seq):
    return Change("redone", {"seq": seq})


def returned(seq):
    return Change("returned", {"seq": seq})
