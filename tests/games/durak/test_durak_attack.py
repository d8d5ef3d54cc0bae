"""An attack in Durak: is it beaten, what may not lie there, and how many cards may still be added."""

import pytest

from companion.games.durak.attack import judge_attack
from companion.games.durak.cards import DECK
from tests.games.builders import plain_english as english

CARD_BY_CODE = {card.code: card for card in DECK}


def ruling(*pairs, trump="H", began=6):
    """What the referee says of pairs as they are told: ``"S7 S9"`` is beaten or tried to be, ``"S7"`` lies open."""
    return judge_attack([(*map(CARD_BY_CODE.get, f"{pair} -".split()[:2]),) for pair in pairs], trump, began)


# "He is obliged to beat this card and all other cards used in the attack."
# When it is repelled for good: "neither attacker has any cards left to attack (or is no longer willing to use
# them), or the attack has been repelled for six consecutive cards. Or a defender who has less than six cards has
# no cards left in his hand." A card with an advantage (a trump) can only be beaten with a higher advantage.
SIX = ("S6 S7", "D6 D7", "C6 C7", "S8 S9", "D8 D9", "C8 C9")
GOES_ON = "All cards are beaten. Unless somebody adds one, the attack is repelled."
OVER = "All cards are beaten and none can be added: the attack is repelled."
JUDGED = [
    ((), 6, False, "No cards on the table yet."),
    (("S7 S9", "D7 H6"), 6, True, GOES_ON),
    (SIX[:5], 6, True, GOES_ON),
    (SIX, 6, True, OVER),
    (SIX[:2], 3, True, GOES_ON),
    (SIX[:3], 3, True, OVER),
    (("S7 S9", "D7", "CA"), 6, False, "Still to beat: ♦7, ♣A."),
    (("H9 SA", "D9 D8", "D7"), 6, False, "Not allowed: ♠A on ♥9, ♦8 on ♦9."),
    # Six consecutive cards are the most of an attack; fewer if the defender had fewer.
    (("S7", "D7", "C7"), 2, False, "No more cards: the defender had 2."),
    (("S7",), 0, False, "No more cards: the defender had 0."),
]


@pytest.mark.parametrize(("pairs", "began", "complete", "wording"), JUDGED)
def test_what_is_said_of_a_whole_attack(pairs, began, complete, wording):
    judged = ruling(*pairs, began=began)
    assert (judged.complete, english(judged.summary)) == (complete, wording)
