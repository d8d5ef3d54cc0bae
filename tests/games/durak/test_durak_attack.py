"""An attack in Durak: is it beaten, what may not lie there, and how many cards may still be added."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from companion.games.durak.attack import MOST_CARDS, Pair, judge, may_be_added
from companion.games.durak.cards import DECK, beats, parse
from tests.games.builders import said as told


def said(message):
    """A message in English, without the marks that keep symbols plain."""
    return told(message).replace("\ufe0e", "")


def an_attack(*pairs):
    """Pairs as they are told at the table: ``"S7 S9"`` is beaten or tried to be, ``"S7"`` lies open."""
    return [Pair(*map(parse, pair.split())) for pair in pairs]


def ruling(*pairs, trump="H", began=6):
    """What the referee says, with hearts as trump and six cards in the defender's hand."""
    return judge(an_attack(*pairs), trump, began)


def errors(*pairs, **asked):
    return [said(error) for error in ruling(*pairs, **asked).errors]


# Is the whole defence complete?


def test_all_cards_used_in_the_attack_must_be_beaten():
    """He is obliged to beat this card and all other cards used in the attack."""
    assert ruling("S7 S9", "D7 H6").complete
    assert not ruling("S7 S9", "D7").complete


def test_what_is_not_beaten_is_named():
    judged = ruling("S7 S9", "D7", "CA")
    assert [defence.pair.attack.code for defence in judged.defences if not defence.beaten] == ["D7", "CA"]
    assert said(judged.summary) == "Still to be beaten: ♦7, ♣A."
    assert said(judged.defences[1].reason) == "♦7 is not beaten yet."


def test_a_defence_that_is_not_allowed_is_named_with_the_reason():
    """A card with an advantage can only be beaten with a higher advantage."""
    judged = ruling("H9 SA", "S7 S9", "D7")
    assert [defence.allowed for defence in judged.defences] == [False, True, True]
    assert [defence.beaten for defence in judged.defences] == [False, True, False]
    assert said(judged.defences[0].reason) == "♥9 is a trump: only a higher trump beats it."
    assert said(judged.summary) == "Not allowed: ♠A on ♥9."
    assert not judged.complete
    assert said(ruling("H9 SA", "D9 D8").summary) == "Not allowed: ♠A on ♥9, ♦8 on ♦9."


def test_one_pair_asks_whether_a_card_beats_another():
    for attack, defence in permutations(DECK[:12], 2):
        judged = judge([Pair(attack, defence)], "S", 6)
        assert judged.defences[0].beaten == beats(defence, attack, "S").holds
        assert judged.complete == judged.defences[0].beaten
        told = "Yes: %s beats %s." if judged.complete else "No: %s doesn’t beat %s."
        assert said(judged.summary) == told % (said(defence.face), said(attack.face))


def test_nothing_on_the_table():
    judged = ruling()
    assert not judged.complete
    assert said(judged.summary) == "No card lies on the table yet."
    assert judged.room.cards == 6


# When it is repelled for good: "neither attacker has any cards left to attack (or is no longer willing to use
# them), or the attack has been repelled for six consecutive cards. Or a defender who has less than six cards has
# no cards left in his hand."
SIX = ("S6 S7", "D6 D7", "C6 C7", "S8 S9", "D8 D9", "C8 C9")
REPELLED = [
    (SIX[:5], 6, "Everything is beaten. If nobody adds a card, the attack is repelled."),
    (SIX, 6, "Everything is beaten and nothing can be added: the attack is repelled."),
    (SIX, 20, "Everything is beaten and nothing can be added: the attack is repelled."),
    (SIX[:2], 3, "Everything is beaten. If nobody adds a card, the attack is repelled."),
    (SIX[:3], 3, "Everything is beaten and nothing can be added: the attack is repelled."),
]


@pytest.mark.parametrize(("pairs", "began", "told"), REPELLED)
def test_when_an_attack_is_repelled(pairs, began, told):
    judged = ruling(*pairs, began=began)
    assert judged.complete
    assert said(judged.summary) == told


# What can't lie on one table


def test_the_same_card_twice_is_impossible():
    """There are 36 cards, every one once."""
    assert errors("S7 S9", "D7 S9") == ["♠9 lies there more than once; the deck has it only once."]
    assert errors("S7", "S7") == ["♠7 lies there more than once; the deck has it only once."]
    assert errors("S7 S7") == ["♠7 lies there more than once; the deck has it only once."]
    assert len(errors("S7 S9", "S9 S7", "S7")) == 2


def test_more_than_six_attacking_cards_are_impossible():
    """Six consecutive cards are the most of an attack."""
    seven = (*SIX, "SJ SQ")
    assert errors(*seven) == ["An attack with 7 cards is too large: it has 6 at most."]
    assert errors(*seven, began=3) == errors(*seven)
    assert not ruling(*seven).complete
    assert said(ruling(*seven).summary) == errors(*seven)[0]


def test_more_attacking_cards_than_the_defender_had_are_impossible():
    """A defender who has fewer than six cards is done when all of them have been used."""
    assert errors("S7", "D7", "C7", began=2) == ["An attack with 3 cards is too large: the defender began with 2."]
    assert errors("S7", "D7", began=1) == ["An attack with 2 cards is too large: the defender began with 1."]
    assert errors("S7", began=0) == ["An attack with 1 card is too large: the defender began with 0."]
    assert errors("S7", "D7", began=2) == []
    judged = ruling("S7 S9", "D7 D9", began=1)
    assert (judged.complete, judged.summary) == (False, judged.errors[0]), "though every card is beaten"


# How many may be added?


def test_an_attack_ends_at_six_or_at_what_the_defender_had():
    for cards, began in product(range(9), range(37)):
        assert may_be_added(cards, began).cards == max(0, min(6, began) - cards)


def test_a_full_attack_is_possible_and_one_more_is_not():
    """What may be added, and what is impossible, are the same limit told twice."""
    for began in range(1, 10):
        for cards in range(1, 9):
            attack = [Pair(card) for card in DECK[:cards]]
            assert bool(judge(attack, "H", began).errors) == (cards > min(MOST_CARDS, began))


@pytest.mark.parametrize(
    ("cards", "began", "told"),
    [
        (0, 6, "6 more may be added: an attack has 6 at most."),
        (5, 9, "1 more may be added: an attack has 6 at most."),
        (6, 6, "None may be added: an attack has 6 at most."),
        (1, 4, "3 more may be added: the defender began with 4."),
        (3, 4, "1 more may be added: the defender began with 4."),
        (4, 4, "None may be added: the defender began with 4."),
        (1, 1, "None may be added: the defender began with 1."),
    ],
)
def test_the_limit_is_named(cards, began, told):
    assert said(may_be_added(cards, began).reason) == told


def test_ranks_need_not_match():
    """The rules say nothing of ranks that must match, so nothing is held against it."""
    assert ruling("S6 S7", "DA", "C10").errors == ()
