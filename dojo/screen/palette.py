"""The one palette, for the terminal and for the pages: each colour can be read by its shape alone.

In the terminal it is one that the terminal's own theme defines, for dark and for light.
"""

from typing import NamedTuple

from dojo.model.cell import CellState
from dojo.model.outcome import Colour


class Look(NamedTuple):
    """How something looks.

    Attributes:
        shape: the character that stands for it.
        style: its style in the terminal.
        bar: the style of a full bar.
        meaning: what a cell means that looks so.
    """

    shape: str
    style: str
    bar: str = ""
    meaning: str = ""


# The colours of a test, or of a run of all tests. What comes from a record has them as texts.
COLOURS: dict[str, Look] = {
    Colour.GREEN: Look("■", "green", "bold black on green", "green"),
    Colour.RED: Look("×", "red", "bold white on red", "red, and the next step makes it green"),
    Colour.AMBER: Look("!", "yellow", "bold black on yellow"),
}
# The character of each colour, for what draws with characters alone.
SHAPES = {colour: look.shape for colour, look in COLOURS.items()}
# The cells of the matrix, each beside the colour that it had to have.
STATES: dict[CellState, Look] = {
    CellState.GREEN: COLOURS[Colour.GREEN],
    CellState.RED: COLOURS[Colour.RED],
    CellState.NOT_YET: Look("·", "dim", meaning="not written yet"),
    CellState.LUCK: Look("○", "yellow", meaning="written later, and this step passes it already"),
    CellState.BROKEN: Look("!", "bold magenta", meaning="breaks a law, see below"),
}
REFACTORING = Look("↻", "", meaning="refactoring: no new test drives it, and no earlier test changes colour")
# the sign for “is identical to”: other code, and the same answers
DESIGN = Look("≡", "", meaning="another design: much of the code is new, and no test changes colour")
NOT_RUN = Look("·", "dim")
FILLED, EMPTY = "█", "░"  # of a bar that compares two numbers
# The colours in a picture of a terminal.
INK, PAPER = (201, 209, 217), (27, 27, 27)
TERMINAL = {"red": (229, 83, 75), "green": (46, 160, 67), "yellow": (219, 171, 9), "magenta": (191, 75, 138)}
# The names of the colours on the pages, and what each is on light and on dark.
SCHEMES = {
    "paper": ("#ffffff", "#14171a"),
    "ink": ("#1c1f23", "#e6e9ec"),
    "quiet": ("#57606a", "#a9b3bd"),
    "line": ("#d0d7de", "#3a424a"),
    "shade": ("#f4f6f8", "#1e2328"),
    "link": ("#0a58ca", "#8cc4ff"),
    "green": ("#1a7f37", "#4cc26b"),
    "red": ("#b3261e", "#ff8a80"),
    "amber": ("#8a5a00", "#f0b429"),
    "full": ("#1a7f37", "#1a7f37"),
    "red-full": ("#b3261e", "#b3261e"),
    "on-full": ("#ffffff", "#ffffff"),
    "rest": ("#e3e7eb", "#2c333a"),
    "new": ("#e3f7e8", "#12331d"),
    "gone": ("#fdebe9", "#431b1b"),
    "keyword": ("#7a1fa2", "#d9adff"),
    "string": ("#0b5f2e", "#8fdca5"),
    "value": ("#0550ae", "#8cc4ff"),
    "comment": ("#57606a", "#a9b3bd"),
    "name": ("#7a3e00", "#f2c078"),
}


def css() -> str:
    """Return the colours of a page: by the system's own choice, unless the page says `data-theme`."""
    light, dark = variables("light"), variables("dark")
    chosen = f':root[data-theme="light"] {{ {light} }}\n:root[data-theme="dark"] {{ {dark} }}'
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n{chosen}"


def variables(scheme: str) -> str:
    """Return the declarations of one scheme: light or dark."""
    declarations = [f"color-scheme: {scheme};"]
    for name, (light, dark) in SCHEMES.items():
        declarations.append(f"--{name}: {dark if scheme == 'dark' else light};")
    return " ".join(declarations)
