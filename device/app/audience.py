"""For whom a deck is: what its `audience` line says in words, read as yes or no to "for families".

A deck is for families when its line says so and nothing speaks against it: it names a family, children,
grandparents, anybody, or an age of twelve years or less. Grown-ups, or a higher age, speak against it. A deck
that says nothing is not taken for one: whoever asks for family decks wants to be sure.
"""

import re

OLDEST_CHILD = 12

_NUMBERS = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
)
_GERMAN_NUMBERS = (
    *("eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    *("dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn"),
)
_VALUES = {word: value for words in (_NUMBERS, _GERMAN_NUMBERS) for value, word in enumerate(words, 1)}
_NUMBER = rf"(\d+|{'|'.join(_VALUES)})"

_FOR = r"\b(famil\w*|child\w*|kids?|grand\w+|any(body|one)|every(body|one)|all ages)\b|famili|kinder|alle\b"
_AGAINST = r"\b(adults?( only)?|grown-?\s?ups?|mature|not for (children|kids|families))\b|erwachsen"
_AGES = (
    rf"\b(?:from|aged?|over|ab)\s+{_NUMBER}\b",
    rf"\b{_NUMBER}\s*(?:\+|(?:years?|jahren?)?\s*(?:and|or|und)?\s*(?:up|over|older)\b)",
)


def is_for_families(audience: str) -> bool:
    """Whether a deck with this audience is played where only family decks are."""
    text = audience.casefold()
    ages = [_value(found[1]) for pattern in _AGES for found in re.finditer(pattern, text)]
    if re.search(_AGAINST, text) or any(age > OLDEST_CHILD for age in ages):
        return False
    return bool(ages or re.search(_FOR, text))


def _value(number: str) -> int:
    return int(number) if number.isdecimal() else _VALUES[number]
