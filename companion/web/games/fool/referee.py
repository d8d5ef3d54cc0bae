"""The referee of Fool!: who is befooled in a trick, and whether a card was allowed."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest

from companion.games.fool import card as source
from companion.games.fool import deck
from companion.games.fool.card import COLOUR_NAMES, FOOL_CARDS, WILD, Card, from_source, to_source
from companion.games.fool.trick import Following, TrickRuling, judge_card, judge_trick, turns
from companion.games.message import Message, Refused, say, say_n
from companion.games.sitting import Sitting
from companion.web.app.language import pgettext
from companion.web.forms.entry import Typed
from companion.web.forms.referee import MAX_CARDS_LENGTH, Referee

MAX_PLACES = 12  # cards that are drawn


class FoolReferee(Referee):
    """A trick that is asked about and what the rules say of it; ``problems`` are by field.

    ``led``, ``sits`` and ``about`` are seats from 0 (in the address from 1), ``cards`` and ``hand`` cards as written.
    ``into`` says where the pad's keys go, ``colour`` which of them are shown. ``turns`` are the seats in the order of
    play, ``missing`` those still to play, who may have sat out where discs are left for all of them. Winner and worst
    are decided (``is_decided``) once the first card is followed. ``card_ruling`` is whose card was allowed or not.
    """

    counts = deck.PLAYER_COUNTS
    colours = COLOUR_NAMES
    one = WILD

    def __init__(self, typed: Typed, sitting: Sitting | None = None) -> None:
        super().__init__(typed, sitting)
        count = len(self.names)
        self.discs = deck.count_discs(count)
        self.led = next(self._seats("led"), 0)
        self.sits = [*self._seats("sits")][: self.discs]
        self.about = next(self._seats("about"), None)
        self.into = self.choose("into", ("hand",), "cards")
        self.colour = self.choose("colour", COLOUR_NAMES, next(iter(COLOUR_NAMES)))
        lines = {name: _without_controls(self.read_cards(name)) for name in ("cards", "hand")}
        self.cards, self.hand = map(source.split, lines.values())
        self._press_key(self.hand if self.into == "hand" else self.cards)
        too_long = say("That’s too long.")
        self.problems = {name: too_long for name, line in lines.items() if len(line) > MAX_CARDS_LENGTH}
        self.judged: TrickRuling | None = None
        self.card_ruling: tuple[int, Following] | None = None
        self.turns = turns(count, self.led)
        with self._telling_at("sits"):
            self.turns = turns(count, self.led, self.sits)
        if self.cards and not self.problems:
            with self._telling_at("cards"):
                self.judged = judge_trick(read_local_cards(self.cards), count, count - len(self.turns))
        if self.judged and (self.hand or self.about is not None):
            with self._telling_at("hand"):
                self.card_ruling = self._judge_card()
        self.is_decided = self.judged is not None and len(self.cards) > 1
        self.missing = self.turns[len(self.cards) :]
        self.may_have_sat_out = 0 < len(self.missing) <= self.discs - len(self.sits)

    @contextmanager
    def _telling_at(self, field: str) -> Iterator[None]:
        try:
            yield
        except Refused as refused:
            self.problems[field] = refused.reason

    def _seats(self, field: str) -> Iterator[int]:
        numbers = dict.fromkeys(self.typed.getlist(field, type=int))
        return (number - 1 for number in numbers if 0 < number <= len(self.names))

    def _press_key(self, cards: list[str]) -> None:
        """Add a card or take one back, by the key that was pressed without JavaScript."""
        drop = self.typed.get("drop", 0, type=int)
        if "add" in self.typed:
            cards.append(_without_controls(self.read_cards("add")))
        elif "back" in self.typed:
            del cards[-1:]
        elif 0 < drop <= len(self.cards):
            del self.cards[drop - 1]

    def _judge_card(self) -> tuple[int, Following]:
        seat = self.turns[len(self.cards) - 1] if self.about is None else self.about
        if seat not in self.turns[: len(self.cards)]:
            raise Refused(say("%(name)s hasn’t played in this trick.", name=self.names[seat]))
        trick, rest = read_local_cards(self.cards), read_local_cards(self.hand) or None
        return seat, judge_card(trick, self.turns.index(seat), rest, len(self.names))

    @property
    def pad(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """The cards of each colour."""
        return tuple((colour, tuple(card for card in FOOL_CARDS if card.colour == colour)) for colour in COLOUR_NAMES)

    @property
    def places(self) -> list[tuple[int | None, str, Card | None]]:
        """Who plays at each place in order (at the last ones nobody can), and the card as written and as read."""
        written = self.cards[:MAX_PLACES]
        places = zip_longest(self.turns, written, fillvalue=None)
        return [(seat, card or "", read_local_card(card or "")) for seat, card in places]

    @property
    def readings(self) -> dict[str, str]:
        """Each typed text and how the pad would have typed it."""
        lines = (self.read_cards(name).strip() for name in ("cards", "hand"))
        return {line: self.canonical(source.split(line)) for line in lines if line}

    def canonical(self, cards: Sequence[str]) -> str:
        """Return cards as the pad would have typed them; anything else unchanged."""
        return " ".join(self.key(card) if (card := read_local_card(written)) else written for written in cards)

    def key(self, card: Card) -> str:
        """Return what a key of the pad types."""
        return from_source(card, pgettext)

    def names_at(self, *positions: int) -> list[str]:
        """Return the names of who played at these positions."""
        return [self.names[self.turns[position]] for position in positions]

    def write(self) -> Mapping[str, str | Sequence[int]]:
        """Return the question as fields of an address."""
        cards, hand = (to_source(" ".join(written), pgettext) for written in (self.cards, self.hand))
        about = "" if self.about is None else str(self.about + 1)
        return {
            "cards": cards,
            "hand": hand,
            "led": str(self.led + 1),
            "players": "" if self.is_at_table else str(len(self.names)),
            "about": about,
            "sits": [seat + 1 for seat in self.sits],
        }

    @property
    def sentences(self) -> tuple[Message, ...]:
        """Whether the card asked about was allowed; of a whole trick who is befooled and who wins; and why."""
        judged, sentences = self.judged, list(self._explain_allowed())
        if judged and self.is_decided and not self.missing:
            fools, winner = tuple(fool.position for fool in judged.fools), judged.winner.position
            names, wins = tuple(self.names_at(*fools)), self.names_at(winner)[0]
            befooled = say_n(
                "%(names)s is befooled, %(winner)s wins.",
                "%(names)s are befooled, %(winner)s wins.",
                len(fools),
                names=names,
                winner=wins,
            )
            sentences.append(befooled)
            sentences += [fool.reason for fool in judged.fools] + [judged.winner.reason]
        if not sentences:
            return ()
        played = zip(self.turns, read_local_cards(self.cards), strict=False)
        # TRANSLATORS: one of a list: “Anne green 12”.
        cards = tuple(say("%(name)s %(card)s", name=self.names[seat], card=card.spoken) for seat, card in played)
        return (*sentences, say("Played: %(cards)s.", cards=cards))

    def _explain_allowed(self) -> Iterator[Message]:
        if self.card_ruling:
            seat, following = self.card_ruling
            name, card = self.names[seat], following.card.spoken
            match following.allowed:
                case True:
                    yield say("%(name)s was allowed to play the %(card)s.", name=name, card=card)
                case False:
                    yield say("%(name)s wasn’t allowed to play the %(card)s.", name=name, card=card)
                case _:
                    yield say("Whether the %(card)s was allowed depends on %(name)s’s hand.", name=name, card=card)
            yield following.reason

    @property
    def next_trick(self) -> list[tuple[str, int]]:
        """What the address says of the next trick, before its first card."""
        if self.judged is None or not self.is_decided:
            return []
        players = [] if self.is_at_table else [("players", len(self.names))]
        sits = [("sits", self.turns[fool.position] + 1) for fool in self.judged.fools]
        return [*players, ("led", self.turns[self.judged.winner.position] + 1), *sits]


def _without_controls(typed: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in typed)


def read_local_cards(cards: Sequence[str]) -> tuple[Card, ...]:
    """Return the cards written in the reader's language. Raises Refused."""
    return source.read_cards(to_source(" ".join(cards), pgettext))


def read_local_card(written: str) -> Card | None:
    """Return a card written in the reader's language; None if it is no card."""
    try:
        return source.read_card(to_source(written, pgettext))
    except Refused:
        return None
