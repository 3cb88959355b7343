"""Reading text files that people bring: any encoding and line ending of a phone, Windows or a Mac."""

import codecs
from pathlib import Path

from msgspec import Struct

from hw.words import SaidError, Words


class Decoded(Struct, frozen=True):
    """A file's text, its lines ended by "\\n" alone, and the encoding it was found to be in."""

    text: str
    encoding: str

    @property
    def lines(self) -> list[str]:
        """The lines without their ends. U+2028 and U+0085 end none (unlike in `str.splitlines`)."""
        return self.text.split("\n")


class NotTextError(SaidError, ValueError):
    """The bytes are no text in any encoding known here. The message says what they look like."""


# Longest first: the mark of UTF-32LE begins with that of UTF-16LE.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# In order of how common they are: of equally likely ones the first is taken.
_EIGHT_BIT = ("cp1252", "mac_roman", "cp1250")

_TYPOGRAPHIC = frozenset("‘’“”„‚–—…«»‹›¿¡°€£·•†©®\u00a0\u00ad")
_SIGNATURES = (
    (b"PK\x03\x04", Words("an office document or archive")),
    (b"%PDF", Words("a PDF")),
    (b"{\\rtf", Words("a rich-text document")),
)
_PAGES = (b"<!doctype html", b"<html")
_STRAIGHT = str.maketrans({**dict.fromkeys("“”„‟″", '"'), **dict.fromkeys("‘’‚‛′", "'")})


LARGEST = 4_000_000
"""Bytes: a film renamed to .txt must not fill a small Pi's memory."""


def read_text(path: Path, largest: int = LARGEST) -> Decoded:
    """Read a whole text file of at most so many bytes.

    Raises `NotTextError` when it is none, and OSError when it cannot be read.
    """
    # Of a pipe or a device one never comes to the end, and of a folder there is none to read.
    if path.exists() and not path.is_file():
        raise NotTextError("it is no file")
    if path.stat().st_size > largest:
        raise NotTextError("it is larger than {most} bytes", most=f"{largest:,}")
    return decode(path.read_bytes())


def decode(data: bytes) -> Decoded:
    """Decode by byte-order mark, else by what it can be: UTF-16, UTF-8, then the likeliest 8-bit encoding.

    Raises `NotTextError` for what is none of them.
    """
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            raise NotTextError("it is {what}, not plain text", what=what)
    if data.lstrip().lower().startswith(_PAGES):
        raise NotTextError("it is {what}, not plain text", what=Words("a web page"))
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding)
    if b"\0" in data:
        return _decoded(data, _utf16_by_nulls(data))
    try:
        return _decoded(data, "utf-8")
    except NotTextError:
        return _decoded(data, _likeliest(data))


def straight_quotes(text: str) -> str:
    """The text with the curly quotation marks of word processors and phones made straight; same length."""
    return text.translate(_STRAIGHT)


def _decoded(data: bytes, encoding: str) -> Decoded:
    """Decode strictly; CRLF and CR become LF."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise NotTextError("it is not readable as {encoding}", encoding=encoding) from None
    if "\0" in text:
        raise NotTextError("it holds zero bytes, as files do that were cut off by a power failure")
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n"), encoding)


def _utf16_by_nulls(data: bytes) -> str:
    """Which UTF-16 has its zero bytes where these are: text in Latin letters has one in nearly every pair."""
    pairs = len(data) // 2
    first, second = data[0::2].count(0), data[1::2].count(0)
    if second > pairs * 0.4 and first < pairs * 0.1:
        return "utf-16-le"
    if first > pairs * 0.4 and second < pairs * 0.1:
        return "utf-16-be"
    raise NotTextError("it holds zero bytes, as files do that were cut off by a power failure")


def _likeliest(data: bytes) -> str:
    """The 8-bit encoding under which the fewest characters stand where such characters never stand.

    Old Mac programs end lines with CR alone: then Mac Roman goes first.
    """
    is_old_mac = b"\r" in data and b"\n" not in data
    order = sorted(_EIGHT_BIT, key=lambda encoding: is_old_mac and encoding != "mac_roman")
    return min(order, key=lambda encoding: _oddity(data, encoding))


def _oddity(data: bytes, encoding: str) -> int:
    """How many characters are odd: unassigned, symbols unused in prose, capitals inside a word."""
    text = data.decode(encoding, errors="replace")
    return sum(
        1 for before, char in zip(" " + text, text, strict=False) if ord(char) > 127 and _is_odd(before, char)
    )


def _is_odd(before: str, char: str) -> bool:
    if char.isalpha():
        return char.isupper() and before.islower()
    return char not in _TYPOGRAPHIC
