"""The command that judges one trick of Fool!."""

import json
from collections.abc import Iterator

import click

from companion.cli.words import english
from companion.games.fool.card import COLOUR_NAMES, letter, read_cards
from companion.games.fool.trick import Ruling
from companion.games.fool.trick import judge as ruling_on
from companion.games.message import Refused


@click.command
@click.argument("cards", nargs=-1)
@click.option("--players", required=True, type=int, help="How many are at the table, 4 to 8.")
@click.option("--json", "as_json", is_flag=True, help="Print lead colour, winner and befooled as JSON.")
def judge(cards: tuple[str, ...], players: int, as_json: bool) -> None:
    """Judge one trick: the CARDS in order of play, like G12 1 R3 Y20 (G, R, Y, B and the face, or 1)."""
    try:
        ruling = ruling_on(read_cards(" ".join(cards)), players)
    except Refused as refused:
        raise click.ClickException(english(refused.reason)) from refused
    click.echo(json.dumps(_as_json(ruling)) if as_json else "\n".join(_as_sentences(ruling)))


def _as_json(ruling: Ruling) -> dict[str, object]:
    return {
        "lead": letter(ruling.lead) if ruling.lead else None,
        "winner": ruling.winner.position + 1,
        "fools": [fool.position + 1 for fool in ruling.fools],
    }


def _as_sentences(ruling: Ruling) -> Iterator[str]:
    """Say the ruling line by line; positions count from 1."""
    lead = english(COLOUR_NAMES[ruling.lead]) if ruling.lead else "none"
    yield f"Lead colour: {lead}. {english(ruling.lead_reason)}"
    yield f"Position {ruling.winner.position + 1} wins. {english(ruling.winner.reason)}"
    for fool in ruling.fools:
        yield f"Position {fool.position + 1} is befooled. {english(fool.reason)}"
