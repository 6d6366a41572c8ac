"""A verb that a story brings runs in an environment of its own, and ends well, whoever it speaks to."""

import pytest

SAID_TO = [
    pytest.param(
        "make odds HANDS='AsKh QdQc' | head -1",
        0,
        "A♠K♥ against Q♦Q♣, on each of 1,712,304 boards:\n",
        "",
        id="somebody who has enough",
    ),
    pytest.param("make odds HANDS='AsKh QdQc' >&-", 0, "", "", id="nobody"),
    pytest.param(
        """(ulimit -f 0; .venv/bin/python -m dojo odds HANDS='AsKh QdQc') 2>&1 >"$FILE\"""",
        1,
        "cannot write: File too large\n",
        "",
        id="a full disk",
    ),
]


@pytest.mark.parametrize(("command", "status", "out", "err"), SAID_TO)
def test_whoever_it_speaks_to_it_ends_well(here, tmp_path, command, status, out, err):
    made = here.run("bash", "-c", f"set -o pipefail; {command}", FILE=str(tmp_path / "file"))
    assert (made.returncode, made.stdout, made.stderr) == (status, out, err)
