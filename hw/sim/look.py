"""What the pads of the virtual table look like: name, letters and colour."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """One pad as the page draws it. `code` is printed on it, so that nobody needs to see `colour` (CSS)."""

    name: str
    code: str
    colour: str


LOOKS = (
    Look("red", "RED", "#e0403f"),
    Look("orange", "ORA", "#f2801e"),
    Look("yellow", "YEL", "#f0c419"),
    Look("green", "GRN", "#3ea653"),
    Look("cyan", "CYA", "#22b5c7"),
    Look("blue", "BLU", "#3d6fe0"),
    Look("purple", "PUR", "#9a57d3"),
    Look("white", "WHT", "#f4efe4"),
)
