"""Typing on eight keys: letters as on an old phone, capitals, accents, digits, earlier names."""

from dataclasses import replace

import pytest

from device.engine.table import Pad
from device.machine.letters import (
    ACCENTS,
    DIGITS,
    LETTERS,
    LONGEST,
    SAME_LETTER_MS,
    Entry,
    Layer,
    held,
    listed,
    next_accent,
    refused,
    settled,
    typed,
)

SPACE, ERASE, ACCENT, EARLIER, ABC, NUMBERS, DONE = 1, 2, 3, 4, 5, 6, 8
NEW = Entry(Pad.RED, 1)


def typing(*keys: int, entry: Entry = NEW) -> Entry:
    """The entry after these keys, one right after the other; 0 is a wait."""
    for key in keys:
        pressed = typed(entry, key, 1000) if key else settled(entry)
        assert pressed is not None
        entry = pressed
    return entry


def choosing(*keys: int, entry: Entry, earlier: tuple[str, ...] = ()) -> Entry:
    """The entry after these numbers of its list."""
    for key in keys:
        chosen = listed(entry, key, earlier)
        assert chosen is not None
        entry = chosen
    return entry


# Letters


@pytest.mark.parametrize(("key", "row"), LETTERS.items())
def test_the_same_key_again_is_its_next_letter_and_the_first_after_the_last(key: int, row: str) -> None:
    for presses in range(1, len(row) + 1):
        assert typing(*[key] * presses).text == row[presses - 1].upper()
    assert typing(*[key] * (len(row) + 1)).text == row[0].upper()


def test_all_letters_are_there() -> None:
    assert "".join(LETTERS.values()) == "abcdefghijklmnopqrstuvwxyz"
    assert sorted("".join(DIGITS.values())) == list("0123456789")


def test_another_key_or_a_wait_begins_the_next_letter() -> None:
    assert typing(1, 5, 5, 0, 5, 5, 1).text == "Anna"


def test_a_letter_is_open_for_a_while_from_its_last_press_on() -> None:
    assert typing(1).until_ms == 1000 + SAME_LETTER_MS
    assert typing(1, 0).until_ms is None


def test_every_word_begins_with_a_capital() -> None:
    first = replace(held(typing(1)), layer=Layer.MORE)
    assert typing(1, 1, entry=choosing(SPACE, entry=first)).text == "A B"


def test_the_first_letter_takes_the_place_of_the_name_that_was_there() -> None:
    assert typing(2, entry=replace(NEW, text="Anna")).text == "D"


def test_a_name_is_full_at_its_longest() -> None:
    full = replace(NEW, text="a" * LONGEST, is_old=False)
    assert typed(full, 1, 0) is None
    almost = replace(NEW, text="a" * (LONGEST - 1), is_old=False)
    assert typing(1, 1, entry=almost).text == "a" * (LONGEST - 1) + "b"


def test_digits_stand_at_once_and_8_has_three() -> None:
    digits = replace(NEW, layer=Layer.DIGITS, text="R", is_old=False)
    assert typing(2, 2, entry=digits).text == "R22"
    assert [typing(*[8] * presses, entry=digits).text for presses in (1, 2, 3, 4)] == ["R8", "R9", "R0", "R8"]


def test_typing_on_takes_a_done_back_and_a_look_at_the_list_does_not() -> None:
    done = replace(NEW, text="A", is_done=True)
    assert not typing(1, entry=done).is_done
    assert held(done).is_done
    assert held(held(done)).is_done
    assert not choosing(ERASE, entry=held(done)).is_done


# The list


def test_a_hold_goes_to_the_list_and_back_and_ends_the_letter() -> None:
    listing = held(typing(1))
    assert (listing.layer, listing.key, listing.until_ms) == (Layer.MORE, None, None)
    assert held(listing).layer is Layer.LETTERS
    assert held(replace(NEW, layer=Layer.DIGITS)).layer is Layer.MORE


def test_erase_takes_letter_after_letter_and_an_old_name_whole() -> None:
    listing = held(typing(1, 2, 3))
    assert choosing(ERASE, entry=listing).text == "Ad"
    assert choosing(ERASE, ERASE, ERASE, entry=listing).text == ""
    assert choosing(ERASE, entry=replace(listing, text="Anna", is_old=True)).text == ""


def test_after_a_space_letters_are_typed_again() -> None:
    spaced = choosing(SPACE, entry=held(typing(1)))
    assert (spaced.text, spaced.layer) == ("A ", Layer.LETTERS)


def test_accents_come_one_after_the_other_and_keep_the_capital() -> None:
    listing = held(typing(1))
    assert choosing(ACCENT, entry=listing).text == "À"
    assert choosing(ACCENT, ACCENT, ACCENT, ACCENT, entry=listing).text == "Ä"
    assert choosing(*[ACCENT] * len(ACCENTS["a"]), entry=listing).text == "A"


@pytest.mark.parametrize("letter", ACCENTS)
def test_every_accent_is_reached_from_every_other(letter: str) -> None:
    seen, now = set[str](), letter
    while now not in seen:
        seen.add(now)
        now = next_accent(now)
    assert seen == set(ACCENTS[letter])


def test_a_sharp_s_has_no_capital_of_its_own() -> None:
    assert next_accent("S") == "ß"


def test_letters_and_digits_are_chosen_in_the_list() -> None:
    assert choosing(ABC, entry=held(NEW)).layer is Layer.LETTERS
    assert choosing(NUMBERS, entry=held(NEW)).layer is Layer.DIGITS


def test_done_ends_with_the_last_letter() -> None:
    done = choosing(DONE, entry=replace(held(NEW), text="Anna ", is_old=False))
    assert (done.text, done.is_done, done.layer) == ("Anna", True, Layer.LETTERS)


# Earlier names


NAMES = ("Ben", "Anna", "Antonia")


def test_earlier_names_come_one_after_the_other_and_begin_anew() -> None:
    listing = held(NEW)
    texts = [choosing(*[EARLIER] * times, entry=listing, earlier=NAMES).text for times in (1, 2, 3, 4)]
    assert texts == ["Ben", "Anna", "Antonia", "Ben"]


def test_what_was_typed_chooses_among_them() -> None:
    listing = held(typing(1, 5, 5))
    texts = [choosing(*[EARLIER] * times, entry=listing, earlier=NAMES).text for times in (1, 2, 3)]
    assert texts == ["Anna", "Antonia", "Anna"]


def test_an_earlier_name_can_be_changed_on() -> None:
    chosen = choosing(EARLIER, ERASE, entry=held(NEW), earlier=NAMES)
    assert chosen.text == "Be"
    assert choosing(EARLIER, entry=chosen, earlier=NAMES).text == "Ben"


# What does nothing now


@pytest.mark.parametrize(
    ("text", "earlier", "nothing"),
    [
        ("", (), {SPACE, ERASE, ACCENT, EARLIER, 7}),
        ("Bob", (), {ACCENT, EARLIER, 7}),
        ("Bob ", ("Ben",), {SPACE, ACCENT, EARLIER, 7}),
        ("Be", ("Ben",), {7}),
        ("Ben", ("Ben",), {EARLIER, 7}),
        ("a" * LONGEST, (), {SPACE, EARLIER, 7}),
    ],
)
def test_what_does_nothing_now_is_refused(text: str, earlier: tuple[str, ...], nothing: set[int]) -> None:
    entry = replace(held(NEW), text=text, is_old=False)
    assert refused(entry, earlier) == nothing
    assert all(listed(entry, key, earlier) is None for key in nothing)
    assert all(listed(entry, key, earlier) is not None for key in set(range(1, 9)) - nothing)


def test_an_entry_never_prints_the_key_that_was_pressed() -> None:
    assert "key" not in repr(typing(5))
