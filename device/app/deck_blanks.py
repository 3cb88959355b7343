"""How somebody else wrote the blanks for names, and the same questions with ours."""

import re
from collections.abc import Sequence

from msgspec import Struct

_SUBJECT = r"(?:name|subject|person|player|blank|(?:name|player) ?1)"
_READER = r"(?:reader|(?:name|player) ?2)"
_BRACKETS = (r"\[ ?{} ?\]", r"\{{ ?{} ?\}}", r"< ?{} ?>", r"\( ?{} ?\)")

_READERS = re.compile("|".join(pattern.format(_READER) for pattern in _BRACKETS), re.IGNORECASE)
_CLEAR = re.compile(
    "|".join(["_{2,}", "%s", *(pattern.format(_SUBJECT) for pattern in _BRACKETS)]), re.IGNORECASE
)

# These can be something else, so they are blanks only in a table that has no clear ones.
_UNCLEAR = (
    re.compile(r"(?<![\w_])_(?![\w_])"),
    re.compile(r"\bX{2,}\b"),
    re.compile(r"(?<!\S)(?:…|\.{3,})(?=\s|['’]s)"),
    re.compile(r"-{3,}|–{2,}"),
    re.compile(r"\*{2,}"),
    re.compile(r"\bX\b"),
)


class BlankForm(Struct, frozen=True):
    """What stands for the subject in a table, and for the reader; `told` says so to people."""

    subject: re.Pattern[str]
    reader: re.Pattern[str]
    told: str

    def rewrite(self, text: str) -> str:
        """The question with ___ and [reader]."""
        return self.subject.sub("___", self.reader.sub("[reader]", text))


def guess_blanks(questions: Sequence[str], subject: str = "", reader: str = "") -> BlankForm:
    """The form of these questions' blanks. What is given for subject or reader is taken as it stands."""
    found = re.compile(re.escape(subject)) if subject else _likeliest(questions)
    readers = re.compile(re.escape(reader)) if reader else _READERS
    examples = dict.fromkeys(match[0] for text in questions for match in found.finditer(text))
    count = sum(bool(found.search(text)) for text in questions)
    told = (
        f"{', '.join(list(examples)[:4])} in {count} of {len(questions)} questions" if count else "none found"
    )
    return BlankForm(found, readers, f"blank for a name: {told}")


def _likeliest(questions: Sequence[str]) -> re.Pattern[str]:
    if any(_CLEAR.search(text) for text in questions):
        return _CLEAR
    best = max(_UNCLEAR, key=lambda form: sum(bool(form.search(text)) for text in questions))
    return best if any(best.search(text) for text in questions) else _CLEAR
