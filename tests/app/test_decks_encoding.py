"""Text files from phones, Windows and Macs read as what their writers saw."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.app.encoding import NotTextError, decode, straight_quotes

PROSE = "Whose café does Zoë’s “naïve” uncle call “too big”?\nJörg – über Nacht – à Genève…\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252", "mac_roman"])
def test_prose_reads_the_same_from_every_encoding(encoding: str) -> None:
    assert decode(PROSE.encode(encoding)).text == PROSE


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_recognised(encoding: str) -> None:
    found = decode(PROSE.encode(encoding))
    assert (found.text, found.encoding) == (PROSE, encoding)


def test_polish_from_an_old_windows_is_recognised() -> None:
    polish = "Kto pierwszy znajdzie żółtą łódź? Wąż śpi.\n"
    assert decode(polish.encode("cp1250")).text == polish


def test_carriage_returns_alone_speak_for_an_old_mac() -> None:
    text = "Who eats the most crêpes?\nÉmile or Anaïs?\n"
    found = decode(text.replace("\n", "\r").encode("mac_roman"))
    assert (found.text, found.encoding) == (text, "mac_roman")


def test_no_byte_order_mark_stays_in_the_text() -> None:
    assert decode("\ufefftitle: x".encode()).text == "title: x"


@given(st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0\ufeff"), max_size=60))
def test_utf8_is_never_taken_for_anything_else(text: str) -> None:
    data = text.encode()
    if not data.startswith((b"%PDF", b"PK\x03\x04", b"{\\rtf")):
        assert decode(data).text == text.replace("\r\n", "\n").replace("\r", "\n")


@given(st.binary(max_size=200))
def test_any_bytes_give_text_or_one_typed_error(data: bytes) -> None:
    try:
        decode(data)
    except NotTextError as error:
        assert str(error)


def test_only_line_ends_end_lines() -> None:
    assert decode("a\u2028b\x85c\x0bd\r\ne".encode()).lines == ["a\u2028b\x85c\x0bd", "e"]


@pytest.mark.parametrize(
    "data",
    [b"PK\x03\x04rest", b"%PDF-1.7", b"{\\rtf1 x}", b" <!DOCTYPE html>", bytes(512), b"\x00\xff\x00\x12abc"],
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(NotTextError):
        decode(data)


def test_curly_quotes_become_straight_ones_in_place() -> None:
    assert straight_quotes("“a” ‘b’ „c“") == '"a" \'b\' "c"'
