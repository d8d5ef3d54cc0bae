"""The command that judges one trick of Fool!."""

import json
from collections.abc import Iterator

import click

from companion.cli.language import Problem, tell
from companion.games.fool import letters
from companion.games.fool.card import COLOUR_NAMES, letter, read_cards
from companion.games.fool.trick import Ruling
from companion.games.fool.trick import judge as ruling_on
from companion.games.message import Message, Refused, say
from companion.shell import gettext as _
from companion.shell import words


@click.command(
    help=_("Judge one trick: the CARDS in order of play, like G12 1 R3 Y20 (G, R, Y, B and the face, or 1).")
)
@click.argument("cards", nargs=-1, metavar=_("[CARDS]..."))
@click.option("--players", required=True, type=int, help=_("How many are at the table, 4 to 8."))
@click.option("--json", "as_json", is_flag=True, help=_("Print lead colour, winner and befooled as JSON."))
def judge(cards: tuple[str, ...], players: int, as_json: bool) -> None:
    """Judge one trick."""
    try:
        ruling = ruling_on(read_cards(letters.read(" ".join(cards), words().pgettext)), players)
    except Refused as refused:
        raise Problem(refused.reason) from refused
    if as_json:
        click.echo(json.dumps(_as_json(ruling)))
        return
    for sentence in _as_sentences(ruling):
        tell(sentence)


def _as_json(ruling: Ruling) -> dict[str, object]:
    return {
        "lead": letter(ruling.lead) if ruling.lead else None,
        "winner": ruling.winner.position + 1,
        "fools": [fool.position + 1 for fool in ruling.fools],
    }


def _as_sentences(ruling: Ruling) -> Iterator[Message]:
    """The ruling line by line; positions count from 1."""
    if ruling.lead:
        yield say("Lead colour: %(colour)s. %(why)s", colour=COLOUR_NAMES[ruling.lead], why=ruling.lead_reason)
    else:
        yield say("Lead colour: none. %(why)s", why=ruling.lead_reason)
    yield say("Position %(position)s wins. %(why)s", position=ruling.winner.position + 1, why=ruling.winner.reason)
    for fool in ruling.fools:
        yield say("Position %(position)s is befooled. %(why)s", position=fool.position + 1, why=fool.reason)
