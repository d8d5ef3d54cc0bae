"""The pure rules of every game, behind one small interface (see ``rulebook``)."""

from __future__ import annotations

from typing import Any

from companion.games.durak import Durak
from companion.games.fool import Fool
from companion.games.fools_field import FoolsField
from companion.games.rulebook import Rulebook

RULEBOOKS: dict[str, Rulebook[Any]] = {rulebook.key: rulebook for rulebook in (Fool(), FoolsField(), Durak())}
