"""The command that judges one trick of Fool!."""

import json
from argparse import Namespace

from companion.cli.words import Failure, english
from companion.games.fool.card import COLOUR_NAMES, letter, read_cards
from companion.games.fool.trick import judge as ruling_on
from companion.games.message import Refused


def judge(options: Namespace) -> None:
    """Judge one trick: the cards in order of play, like G12 1 R3 Y20 (G, R, Y, B and the face, or 1)."""
    try:
        ruling = ruling_on(read_cards(" ".join(options.cards)), options.players)
    except Refused as refused:
        raise Failure(english(refused.reason)) from refused
    if options.json:
        lead = letter(ruling.lead) if ruling.lead else None
        fools = [fool.position + 1 for fool in ruling.fools]
        print(json.dumps({"lead": lead, "winner": ruling.winner.position + 1, "fools": fools}))
        return
    lead = english(COLOUR_NAMES[ruling.lead]) if ruling.lead else "none"
    print(f"Lead colour: {lead}. {english(ruling.lead_reason)}")
    print(f"Position {ruling.winner.position + 1} wins. {english(ruling.winner.reason)}")
    for fool in ruling.fools:
        print(f"Position {fool.position + 1} is befooled. {english(fool.reason)}")
