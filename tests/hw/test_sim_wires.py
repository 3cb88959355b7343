"""The simulated matrix does what real wires would."""

import pytest

from hw.sim.wires import COLUMN_NETS, GROUND, ROW_NETS, Diode, KeyMatrix, ShortCircuitError


def scanned(matrix: KeyMatrix) -> set[tuple[str, str]]:
    """What an open-drain scan reads: (row, column) of all that seems closed."""
    found = set()
    for row in ROW_NETS:
        matrix.drive(row, False)
        found |= {(row, column) for column in COLUMN_NETS if matrix.is_low(column)}
        matrix.drive(row, None)
    return found


def corner(matrix: KeyMatrix) -> None:
    """Three keys at the corners of a rectangle: red 1 and 2, orange 1. Orange 2 is the fourth."""
    for pad, key in ((1, 1), (1, 2), (2, 1)):
        matrix.move(pad, key, True)


def test_a_column_is_low_only_through_a_closed_key_of_a_low_row() -> None:
    matrix = KeyMatrix()
    assert scanned(matrix) == set()
    matrix.move(6, 7, True)
    assert scanned(matrix) == {("R4", "C7")}
    matrix.move(6, 7, False)
    assert scanned(matrix) == set()


def test_with_diodes_three_corners_are_three_keys() -> None:
    matrix = KeyMatrix()
    corner(matrix)
    assert scanned(matrix) == {("R1", "C1"), ("R1", "C2"), ("R3", "C1")}


def test_without_diodes_the_fourth_corner_seems_closed() -> None:
    matrix = KeyMatrix(has_diodes=False)
    corner(matrix)
    assert scanned(matrix) == {("R1", "C1"), ("R1", "C2"), ("R3", "C1"), ("R3", "C2")}


def test_one_missing_diode_is_enough_for_a_ghost() -> None:
    matrix = KeyMatrix()
    corner(matrix)
    matrix.solder(1, 1, Diode.MISSING)
    assert ("R3", "C2") in scanned(matrix)


def test_a_key_with_its_diode_reversed_never_answers() -> None:
    matrix = KeyMatrix()
    matrix.solder(1, 1, Diode.REVERSED)
    matrix.move(1, 1, True)
    assert scanned(matrix) == set()


def test_an_open_wire_silences_its_own_keys_and_no_others() -> None:
    matrix = KeyMatrix()
    matrix.cut(3, "row 2")
    matrix.cut(4, "column 1")
    for pad in (3, 4):
        for key in range(1, 9):
            matrix.move(pad, key, True)
    assert {row for row, _ in scanned(matrix)} == {"R5", "R7", "R8"}
    assert len(scanned(matrix)) == 4 + 6


def test_an_unplugged_pad_is_silent_until_it_is_back() -> None:
    matrix = KeyMatrix()
    matrix.move(8, 8, True)
    matrix.unplug(8)
    assert scanned(matrix) == set()
    matrix.unplug(8, is_out=False)
    assert scanned(matrix) == {("R8", "C8")}


def test_shorted_columns_answer_together_and_a_column_on_ground_always() -> None:
    matrix = KeyMatrix()
    matrix.short("C1", "C2")
    matrix.move(1, 1, True)
    assert scanned(matrix) == {("R1", "C1"), ("R1", "C2")}
    matrix.short("C8", GROUND)
    assert {column for row, column in scanned(matrix) if row == "R5"} == {"C8"}


def test_a_stuck_key_stays_closed_whatever_its_contact_does() -> None:
    matrix = KeyMatrix()
    matrix.stick(1, 1)
    matrix.move(1, 1, True)
    matrix.move(1, 1, False)
    assert scanned(matrix) == {("R1", "C1")}
    matrix.stick(1, 1, is_stuck=False)
    assert scanned(matrix) == set()


def test_rows_driven_high_without_diodes_are_a_short_circuit_and_with_them_are_not() -> None:
    for has_diodes in (True, False):
        matrix = KeyMatrix(has_diodes)
        matrix.move(1, 1, True)
        matrix.move(2, 1, True)
        matrix.drive("R3", True)
        if has_diodes:
            matrix.drive("R1", False)
            assert matrix.is_low("C1")
        else:
            with pytest.raises(ShortCircuitError, match="R3, driven high, is joined to R1, driven low"):
                matrix.drive("R1", False)


def test_where_a_short_circuit_is_borne_low_wins() -> None:
    shorts: list[str] = []
    matrix = KeyMatrix(on_short=shorts.append)
    matrix.short("R1", "R2")
    matrix.drive("R1", True)
    matrix.drive("R2", False)
    assert matrix.is_low("R1")
    assert shorts == ["R1, driven high, is joined to R2, driven low"]
    matrix.short("R1", "R2", is_joined=False)
    assert not matrix.is_low("R1")


def test_a_fall_is_told_once_and_a_rise_is_not() -> None:
    matrix = KeyMatrix()
    fallen: list[str] = []
    matrix.when_fallen.append(fallen.append)
    for row in ROW_NETS:
        matrix.drive(row, False)
    fallen.clear()
    matrix.move(1, 1, True)
    matrix.move(2, 1, True)
    matrix.move(1, 1, False)
    matrix.move(2, 1, False)
    assert fallen == ["C1"]
