"""`make step-N run`, typed in a pipe: a step's program ends as other programs do, whatever the story."""

import pytest
from helpers import TOP

GAME = (TOP / "katas" / "holdem" / "game.txt").read_text(encoding="utf-8")
NUMBERS = "1990\n"
MANY = 20_000
"""Lines that are more than a pipe holds."""
HOLDEM, ROMAN = "make step-38 run", "make step-13 run STORY=roman"
IN_A_PIPE = [
    pytest.param(
        f"{HOLDEM} | head -1",
        GAME * 3000,
        0,
        "K♣ 9♠ K♠ K♦ 9♦ 3♣ 6♦ Full House (winner)",
        "",
        id="somebody has read enough",
    ),
    pytest.param(f"{ROMAN} | head -1", NUMBERS * MANY, 0, "MCMXC", "", id="another story"),
    pytest.param(f"{HOLDEM} >&-", GAME, 0, "", "", id="nobody reads"),
    pytest.param(f"{HOLDEM} <&-", GAME, 0, "", "", id="nobody writes"),
    pytest.param(
        '(ulimit -f 0; exec .venv/bin/python -m dojo run step-13 STORY=roman) 2>&1 >"$FILE"',
        NUMBERS,
        1,
        "cannot write: File too large",
        "",
        id="a full disk",
    ),
]


@pytest.mark.parametrize(("command", "given", "status", "out", "err"), IN_A_PIPE)
def test_a_program_ends_well(here, tmp_path, command, given, status, out, err):
    made = here.run("bash", "-c", f"set -o pipefail; {command}", stdin=given, FILE=str(tmp_path / "file"))
    assert (made.returncode, made.stdout.removesuffix("\n"), made.stderr) == (status, out, err)
