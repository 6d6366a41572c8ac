"""The table of verdicts, each row planted as the commits of a repository."""

import pytest

from history.commits.planted import proved, repository, told

STUB = "def score(rolls):\n    return 0\n"
SUM = "def score(rolls):\n    return sum(rolls)\n"
CRASH = "def score(rolls):\n    return rolls[20]\n"
FIRST = "from game import score\n\n\ndef test_none():\n    assert score([]) == 0\n"
SECOND = FIRST + "\n\ndef test_sum():\n    assert score([1, 2]) == 3\n"
WRONG = SECOND.replace("== 3", "== 4")
NAMED = FIRST + "\n\ndef test_sum():\n    import game\n    assert game.total([1, 2]) == 3\n"
TOTAL = STUB + "\n\ndef total(rolls):\n    return sum(rolls)\n"
TOTAL_STUB = STUB + "\n\ndef total(rolls):\n    pass\n"
ON_NOTHING = FIRST + "\n\ndef test_sum():\n    import game\n    assert game.total([1]) > 0\n"
WITH_LIMIT = "def score(rolls, limit):\n    return sum(rolls)\n"
WITH_LIMITS = SECOND.replace("])", "], 10)")
UNUSED = STUB + "\n\ndef total(rolls):\n    found = sum(rolls)\n    return found\n"
SKIPPED = FIRST + "\n\nimport pytest\n\n\n@pytest.mark.skip\ndef test_sum(): ...\n"
ALL_IN_ONE = "def total(rolls):\n    return sum(rolls)\n\n\ndef test_sum():\n    assert total([1]) == 1\n"
FLAKY = (
    FIRST
    + """

def test_sum():
    import os
    seen = os.getcwd() + "-seen"
    there = os.path.exists(seen)
    open(seen, "w").close()
    assert there or score([1])
"""
)
KEYED = STUB + "\n\ndef table():\n    return "
BY_KEY = FIRST + "\n\ndef test_sum():\n    import game\n    assert game.table()['sum'] == 3\n"
HANDED_OVER = "import pytest\n\nimport game\n\n\n@pytest.fixture\ndef score():\n    return game.score\n"
BY_FIXTURE = "def rolls():\n    return []\n\n\ndef test_none(score):\n    assert score(rolls()) == 0\n"
BEGUN = ("begun", {"game.py": STUB, "test_game.py": FIRST})
TABLE = {
    "proven": ([("a sum", {"game.py": SUM, "test_game.py": SECOND})], [("proven", "sum")]),
    "by_name": ([("a sum", {"game.py": TOTAL, "test_game.py": NAMED})], [("red by name only", "sum")]),
    "a_stub_has_seen_its_assertion_fail": (
        [("stub", {"game.py": TOTAL_STUB, "test_game.py": NAMED}), ("a sum", {"game.py": TOTAL})],
        [("pays an earlier red", "sum")],
    ),
    "by_crash": (
        [
            ("crash", {"game.py": CRASH, "test_game.py": "def test_nothing(): ...\n"}),
            ("a sum", {"game.py": SUM, "test_game.py": SECOND}),
        ],
        [("red by a crash", "none"), ("red by a crash", "sum")],
    ),
    "on_nothing": (
        [("stub", {"game.py": TOTAL_STUB}), ("a sum", {"game.py": TOTAL, "test_game.py": ON_NOTHING})],
        [("red by a crash", "sum")],
    ),
    "on_an_answer_without_such_a_key": (
        [
            ("a table", {"game.py": KEYED + "{}"}),
            ("a sum", {"game.py": KEYED + "{'sum': 3}", "test_game.py": BY_KEY}),
        ],
        [("red by a crash", "sum")],
    ),
    "on_a_number_that_becomes_a_card": (
        [
            ("a number", {"game.py": KEYED + "3"}),
            ("a sum", {"game.py": KEYED + "slice(3)", "test_game.py": BY_KEY.replace("['sum']", ".stop")}),
        ],
        [("red by name only", "sum")],
    ),
    "code_that_a_fixture_hands_over": (
        [("code", {"conftest.py": HANDED_OVER}), ("a sum", {"test_handed.py": BY_FIXTURE})],
        [("passes without this change", "none")],
    ),
    "passes": (
        [("code", {"game.py": SUM}), ("a sum", {"test_game.py": SECOND})],
        [("passes without this change", "sum")],
    ),
    "red_here": ([("a sum", {"test_game.py": SECOND})], [("still red", "sum")]),
    "pays": (
        [("a test", {"test_game.py": SECOND}), ("a sum", {"game.py": SUM})],
        [("pays an earlier red", "sum")],
    ),
    "made_green": (
        [("a test", {"game.py": SUM, "test_game.py": WRONG}), ("a sum", {"test_game.py": SECOND})],
        [("made green by changing the test", "sum")],
    ),
    "adapted": (
        [
            ("code", {"game.py": SUM, "test_game.py": SECOND}),
            ("a sum", {"game.py": WITH_LIMIT, "test_game.py": WITH_LIMITS}),
        ],
        [("adapted", "none"), ("adapted", "sum")],
    ),
    "refactoring": ([("a sum", {"game.py": STUB.replace("0", "1 - 1")})], [("refactoring", "")]),
    "untested": ([("a sum", {"game.py": UNUSED})], [("code without a test", "")]),
    "broken": ([("a sum", {"game.py": STUB.replace("0", "1")})], [("code without a test", "")]),
    "tidied": (
        [("a sum", {"test_game.py": FIRST.replace("score([])", "score(list())")})],
        [("refactoring", "none")],
    ),
    "one_more_assertion": (
        [("a sum", {"test_game.py": FIRST + "    assert score([0]) == 0\n"})],
        [("passes without this change", "none")],
    ),
    "a_release": (
        [
            ("one", {"game.py": STUB + '\n\n__version__ = "1"\n'}),
            ("a sum", {"game.py": STUB + '\n\n__version__ = "2"\n'}),
        ],
        None,
    ),
    "tests_that_cannot_be_read_might_run_it": (
        [
            ("a package", {"test_more.py": "import no_such_package\n" + FIRST}),
            ("a sum", {"game.py": UNUSED}),
        ],
        [("could not answer", "")],
    ),
    "a_package_is_missing": (
        [("a sum", {"game.py": SUM, "test_game.py": "import no_such_package\n" + SECOND})],
        [("could not answer", "sum")],
    ),
    "skipped": (
        [("a sum", {"game.py": SUM, "test_game.py": SKIPPED})],
        [("could not answer", "sum")],
    ),
    "no_python": ([("a sum", {"test_game.py": "def test_sum(:\n"})], [("could not answer", "")]),
    "readable_again": (
        [
            ("no Python", {"test_game.py": "def test_sum(:"}),
            ("a sum", {"game.py": SUM, "test_game.py": SECOND}),
        ],
        [("could not answer", "none"), ("could not answer", "sum")],
    ),
    "code_in_the_test_file": ([("a sum", {"test_all.py": ALL_IN_ONE})], [("could not answer", "sum")]),
    "its_module_comes_later": (
        [
            ("a test", {"test_late.py": "def test_it():\n    import late\n    assert late.one() == 1\n"}),
            ("a sum", {"late.py": "def one():\n    return 1\n"}),
        ],
        [("red by name only", "it")],
    ),
    "its_file_can_be_read_later": (
        [
            ("a test", {"test_late.py": "from late import one\n\n\ndef test_it():\n    assert one() == 1\n"}),
            ("a sum", {"late.py": "def one():\n    return 1\n"}),
        ],
        [("red by name only", "it")],
    ),
    "comes_out_differently": (
        [("a sum", {"game.py": SUM, "test_game.py": FLAKY})],
        [("could not answer", "sum")],
    ),
}


@pytest.mark.parametrize(("commits", "expected"), TABLE.values(), ids=TABLE)
def test_what_the_last_commit_is_called(tmp_path, commits, expected):
    folder = repository(tmp_path / "bowling", BEGUN, *commits)
    assert told(proved(folder)).get("a sum") == expected
