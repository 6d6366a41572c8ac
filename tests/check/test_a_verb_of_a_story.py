"""A verb, one that a story brings, and the program of a step: each ends well, whoever it speaks to."""

import pytest

SAID_TO = [
    pytest.param("make step-1 story | head -1", 0, "# Step 01 · Fake it\n", "", id="enough of a story"),
    pytest.param("make step-1 story >&-", 0, "", "", id="nobody hears a story"),
    pytest.param(
        '(ulimit -f 0; exec .venv/bin/python -m dojo story step-1) 2>&1 >"$FILE"',
        1,
        "cannot write: File too large\n",
        "",
        id="a full disk for a story",
    ),
    pytest.param(
        "PYTHONIOENCODING=ascii .venv/bin/python -E -m dojo story step-1 | head -1",
        0,
        "# Step 01 · Fake it\n",
        "ignoring PYTHONIOENCODING: this would change what runs\n",
        id="somebody who reads ASCII",
    ),
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


# The program of a step

MANY = 20_000
"""Lines that are more than a pipe holds."""
TYPED = "make step-13 run STORY=roman"
FULL = '(ulimit -f 0; exec .venv/bin/python -m dojo run step-13 STORY=roman) 2>&1 >"$FILE"'
IN_A_PIPE = [
    pytest.param(f"{TYPED} | head -1", 0, "MCMXC\n", id="somebody has read enough"),
    pytest.param(f"{TYPED} >&-", 0, "", id="nobody reads"),
    pytest.param(f"{TYPED} <&-", 0, "", id="nobody writes"),
    pytest.param(FULL, 1, "cannot write: File too large\n", id="a full disk"),
]


@pytest.mark.parametrize(("command", "status", "out"), IN_A_PIPE)
def test_a_program_ends_well(here, tmp_path, command, status, out):
    typed = f"set -o pipefail; {command}"
    made = here.run("bash", "-c", typed, stdin="1990\n" * MANY, FILE=str(tmp_path / "file"))
    assert (made.returncode, made.stdout, made.stderr) == (status, out, "")


def test_every_module_that_is_run_by_itself_ends_in_one_way(here):
    """A mistake, trouble or Ctrl-C is a line at most there: they end like the verbs do."""
    run = [file for file in here.root.glob("katas/poker/**/*.py") if "mutants" not in file.parts]
    texts = {file: file.read_text(encoding="utf-8") for file in run if "peak" not in file.name}
    mains = {file: text for file, text in texts.items() if 'if __name__ == "__main__":' in text}
    assert len(mains) >= 5
    assert [file for file, text in mains.items() if "run_module(main)" not in text] == []
