"""Law 4: every test is marked, runs everywhere, and is seen to run."""

import pytest

from gate.planting import MORE, NUMBERS, SAID_FIZZ, plant

A_TEST = "\n\ndef test_nothing(fizz):\n    assert fizz\n"

EDITS = [
    plant(
        4,
        "a test has no mark",
        NUMBERS,
        "\n\nNUMBERS = [",
        f"{A_TEST}\n\nNUMBERS = [",
        "“nothing”",
        "mark it with one drives(N) or guards(N)",
    ),
    plant(
        4,
        "a test has two marks",
        MORE,
        "@pytest.mark.drives(3)",
        "@pytest.mark.drives(3)\n@pytest.mark.guards(4)",
        "“fizz is said”",
        "mark it with one drives(N) or guards(N)",
    ),
    plant(
        4,
        "a test drives a step that is none",
        MORE,
        "@pytest.mark.drives(3)",
        "@pytest.mark.drives(99)",
        "“fizz is said”",
        "there is no step 99",
    ),
    plant(
        4,
        "a test has subtests",
        MORE,
        "def test_fizz_is_said(fizz):\n    assert",
        "def test_fizz_is_said(fizz, subtests):\n    with subtests.test():\n        assert",
        "“fizz is said”",
        "takes `subtests`, which have no mark; make each a row",
    ),
    plant(
        4,
        "a test runs on no step",
        MORE,
        "def test_fizz_is_said(fizz):\n",
        "def test_fizz_is_said():\n    import fizz\n\n",
        "“fizz is said”",
        "runs on no step",
    ),
    plant(
        4,
        "a test is marked to be skipped",
        MORE,
        "@pytest.mark.drives(3)",
        "@pytest.mark.drives(3)\n@pytest.mark.skipif('sys')",
        "“fizz is said”",
        "marked skipif",
    ),
    plant(
        4, "a test skips itself", MORE, SAID_FIZZ, "    pytest.skip('not today')\n", "step_03_fizz", "skipped"
    ),
    plant(
        4,
        "a test excuses itself",
        MORE,
        SAID_FIZZ,
        "    pytest.xfail('not today')\n",
        "step_03_fizz",
        "skipped",
    ),
]


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)
