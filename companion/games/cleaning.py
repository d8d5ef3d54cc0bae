"""Names and titles as they are stored."""

import unicodedata

# Marks that turn the direction of everything after them: harmless in prose, a trick in a name.
_DIRECTION_MARKS = dict.fromkeys([0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF])

# Letters that leave no ink: the Hangul fillers and the blank Braille cell.
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"

MAX_RAW_LENGTH = 1000  # characters, many times more than a name may have


def clean_name(raw: str) -> str:
    """Return a name as it is stored: composed (NFC), single spaces, no control or direction characters."""
    marked = raw[:MAX_RAW_LENGTH].translate(_DIRECTION_MARKS)
    spaced = "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in marked)
    return unicodedata.normalize("NFC", " ".join(spaced.split()))


def is_blank(text: str) -> bool:
    """Return whether a cleaned text is invisible."""
    return all(unicodedata.category(c) in ("Cf", "Zs", "Mn") or c in _BLANK_LETTERS for c in text)
