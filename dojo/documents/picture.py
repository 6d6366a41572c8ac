"""The progression as a picture: what a terminal of 80 columns shows."""

from io import StringIO

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from dojo.engine.matrix import Matrix
from dojo.screen.palette import INK, PAPER, TERMINAL
from dojo.tour.progression import Staircase

RED, GREEN, YELLOW, MAGENTA = (TERMINAL[name] for name in ("red", "green", "yellow", "magenta"))
THEME = TerminalTheme(PAPER, INK, [INK, RED, GREEN, YELLOW, INK, MAGENTA, INK, INK])
SVG = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img">
<title>The green-bar progression, step by step</title>
<style>
.{unique_id}-matrix {{ font-family: Menlo, "DejaVu Sans Mono", Consolas, monospace; }}
.{unique_id}-matrix {{ font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<rect width="{width}" height="{height}" rx="8" fill="#1b1b1b"/>
<defs>{lines}</defs>
<g transform="translate({terminal_x}, {terminal_y})">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g></g></svg>
"""


def picture(matrix: Matrix) -> str:
    """The staircase, as an SVG."""
    console = Console(record=True, width=80, file=StringIO(), force_terminal=True, color_system="standard")
    console.print(Staircase(matrix))
    return console.export_svg(code_format=SVG, unique_id="progression", theme=THEME)
