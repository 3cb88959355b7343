"""What of a picture is sent: enough, and never more than all of it."""

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hw.panel.windows import Pages, Window, changed_runs, changed_windows, packed

OVERHEAD = 10
WIDTH, PAGES = 24, 4
BLANK: Pages = (bytes(WIDTH),) * PAGES

# Mostly nothing, some of it all lit.
INK = bytes(6 * 32) + b"\1" * 32 + b"\xff" * 32


def cut(data: bytes) -> Pages:
    """Bytes as pages, most of them empty."""
    inked = data.translate(INK)
    return tuple(inked[at : at + WIDTH] for at in range(0, len(inked), WIDTH))


pages = st.binary(min_size=WIDTH * PAGES, max_size=WIDTH * PAGES).map(cut)


def cost(windows: list[Window]) -> int:
    return sum(OVERHEAD + window.size for window in windows)


def sent_to(memory: Pages, windows: list[Window], picture: Pages) -> Pages:
    """What the memory holds after the windows of the picture have been sent."""
    held = [bytearray(page) for page in memory]
    for window in windows:
        width = window.right - window.left + 1
        data = window.cut(picture)
        for row, page in enumerate(range(window.top, window.bottom + 1)):
            held[page][window.left : window.right + 1] = data[row * width : (row + 1) * width]
    return tuple(map(bytes, held))


@given(pages, pages)
def test_the_memory_holds_the_new_picture_afterwards(old: Pages, new: Pages) -> None:
    assert sent_to(old, changed_windows(old, new, OVERHEAD), new) == new
    assert sent_to(old, list(changed_runs(old, new, OVERHEAD)), new) == new


@given(pages, pages)
def test_a_change_never_costs_more_than_the_whole_picture(old: Pages, new: Pages) -> None:
    assert cost(changed_windows(old, new, OVERHEAD)) <= OVERHEAD + WIDTH * PAGES


@given(pages)
def test_the_same_picture_is_no_window_at_all(picture: Pages) -> None:
    assert changed_windows(picture, picture, OVERHEAD) == []


def test_changes_far_apart_are_two_windows_and_near_ones_are_one() -> None:
    far = (b"\1" + bytes(WIDTH - 2) + b"\1", *BLANK[1:])
    assert changed_windows(BLANK, far, OVERHEAD) == [Window(0, 0, 0, 0), Window(23, 23, 0, 0)]
    near = (b"\1" + bytes(OVERHEAD) + b"\1" + bytes(WIDTH - OVERHEAD - 2), *BLANK[1:])
    assert changed_windows(BLANK, near, OVERHEAD) == [Window(0, OVERHEAD + 1, 0, 0)]


def test_a_change_over_several_pages_is_one_window() -> None:
    stripe = (bytes(5) + b"\xff\xff" + bytes(WIDTH - 7),) * 3 + BLANK[3:]
    assert changed_windows(BLANK, stripe, OVERHEAD) == [Window(5, 6, 0, 2)]


def test_small_changes_with_a_page_between_them_are_one_window() -> None:
    dot = b"\1" + bytes(WIDTH - 1)
    assert changed_windows(BLANK, (dot, BLANK[1], dot, BLANK[3]), OVERHEAD) == [Window(0, 0, 0, 2)]


def test_a_byte_is_eight_pixels_of_a_column_the_uppermost_in_bit_0() -> None:
    image = Image.new("1", (4, 16))
    for x, y in ((0, 0), (1, 7), (2, 8), (3, 15), (3, 8)):
        image.putpixel((x, y), 1)
    assert packed(image) == (b"\x01\x80\x00\x00", b"\x00\x00\x01\x81")
