"""The table of verdicts, each row planted as the commits of a repository."""

import re
from pathlib import Path

import pytest

from prove.planted import SUBMODULE, proved, repository, told

STUB = "def score(rolls):\n    return 0\n"
SUM = "def score(rolls):\n    return sum(rolls)\n"
FIRST = "from game import score\n\n\ndef test_none():\n    assert score([]) == 0\n"


def with_test(*lines, name="sum", first=FIRST):
    """The first test, and one more."""
    body = "".join(f"    {line}\n" for line in lines)
    return f"{first}\n\ndef test_{name}():\n{body}"


SECOND = with_test("assert score([1, 2]) == 3")
TOTAL = STUB + "\n\ndef total(rolls):\n    return sum(rolls)\n"
TOTAL_STUB = TOTAL.replace("return sum(rolls)", "pass")
ON_NOTHING = with_test("import game", "assert game.total([1]) > 0")
UNUSED = STUB + "\n\ndef total(rolls):\n    found = sum(rolls)\n    return found\n"
SKIPPED = SECOND.replace("def test_sum", "@pytest.mark.skip\ndef test_sum").replace(
    "from", "import pytest\nfrom", 1
)
ALL_IN_ONE = "def total(rolls):\n    return sum(rolls)\n\n\ndef test_sum():\n    assert total([1]) == 1\n"
FLAKY = with_test(
    "import os",
    "with open(os.path.dirname(os.path.dirname(os.getcwd())) + '/runs', 'ab', buffering=0) as runs:",
    "    score([1]) or runs.write(b'x')",
    "    assert score([1]) or runs.tell() % 2 == 0",
)
RED_ONCE = with_test(
    "import os",
    "seen = os.path.dirname(os.path.dirname(os.getcwd())) + '/seen-once-game'",
    "there = os.path.exists(seen)",
    "score([1]) or open(seen, 'w').close()",
    "assert there or score([1])",
)
HANDED = "import pytest\n\nimport game\n\n\n@pytest.fixture\ndef score():\n    return game.score\n"
BY_FIXTURE = "def rolls():\n    return []\n\n\ndef test_none(score):\n    assert score(rolls()) == 0\n"
BY_SCORE = "def test_sum(score):\n    assert score([1]) == 1\n"
LATE = "def one():\n    return 1\n"
BY_LATE = "def test_it():\n    import late\n    assert late.one() == 1\n"
FROM_LATE = "from late import one\n\n\ndef test_it():\n    assert one() == 1\n"
ROWS = """
    import pytest
    from game import score

    @pytest.mark.parametrize("rolls, sum", [([], 0)])
    def test_scores(rolls, sum):
        assert score(rolls) == sum
"""
TWO_ROWS = ROWS.replace("([], 0)", "([], 0), ([1], 1)")
GUARDED_ROW = ROWS.replace("([], 0)", "([], 0), ([0], 0), ([1], 1), ([2], 2)")
ONE_BY_ONE = with_test("assert score([0]) == 0", name="zero")
MERGED = ROWS.replace("([], 0)", "([], 0), ([0], 0)")
NO_PACKAGE = "import no_such_package\n" + FIRST
BY_PACKAGE = "def test_it():\n    import late\n"
INHERITS = FIRST + "\n\nclass Rules:\n    pass\n\n\nclass TestGame(Rules):\n    pass\n"
INHERITS_MORE = INHERITS.replace("    pass", "    def test_sum(self):\n        assert score([1]) == 1", 1)
MADE = f"""\
{FIRST}

def make(rolls, sum):
    def test():
        assert score(rolls) == sum

    return test


test_gutter = make([0], 0)
"""
MADE_MORE = MADE + "test_sum = make([1], 1)\n"
HELPED = with_test(
    "check([1])", name="it", first=FIRST + "\n\ndef check(rolls):\n    assert score(rolls) >= 0\n"
)
HELPED_MORE = HELPED.replace(">= 0", "== 1")
RULE = "from game import score\n\n\ndef check(rolls):\n    assert score(rolls) >= 0\n"
HELPED_BY_FILE = {
    "tests/test_it.py": "from rule import check\n\n\ndef test_it():\n    check([1])\n",
    "tests/rule.py": RULE,
}
RULE_MORE = RULE.replace(">= 0", "== 1")
STAYS_RED = {"test_other.py": "def test_other():\n    import game\n    assert game.other is None\n"}
INSIDE = "def test_sum():\n    from game import score\n    assert score([]) == 0\n"
INSIDE_MOVED = INSIDE.replace("from game", "from bowling.game")
PACKAGE = {"bowling/__init__.py": "", "bowling/game.py": STUB}
TWO_ASSERTS = FIRST + "    assert score([0]) == 0\n"
OF_TESTING = {"testing/helpers.py": "A = 1\n", "testing/test_sum.py": "from helpers import A\n" + SECOND}


def files(code=None, tests=None, **more):
    """The files of a commit."""
    found = {"game.py": code, "test_game.py": tests} | {f"{name}.py": text for name, text in more.items()}
    return {name: text for name, text in found.items() if text is not None}


NOT_STARTED = files(SUM, conftest="def pytest_ignore_collect(no_such_argument): ...\n")


def to_points(text):
    return text.replace("score", "points")


BEGUN, POINTS = files(STUB, FIRST), files(to_points(STUB), to_points(FIRST))
# The commits after the first one, and what is said of the last: each verdict, and the rule of its test.
TABLE = {
    "proven": ([files(SUM, SECOND)], "proven: sum"),
    "on_nothing": ([files(TOTAL_STUB), files(TOTAL, ON_NOTHING)], "red by a crash: sum"),
    "handed_over": ([files(conftest=HANDED), files(test_it=BY_FIXTURE)], "passes without this change: none"),
    "passes": ([files(SUM), files(tests=SECOND)], "passes without this change: sum"),
    "red_here": ([files(tests=SECOND)], "still red: sum"),
    "pays": ([files(tests=SECOND), files(SUM)], "pays an earlier red: sum"),
    "refactoring": ([files(STUB.replace("0", "1 - 1"))], "refactoring:"),
    "untested": ([files(UNUSED)], "code without a test:"),
    "deleted": ([files(late=LATE), {"late.py": None}], "refactoring:"),
    "broken": ([files(STUB.replace("0", "1"))], "code without a test:"),
    "tidied": ([files(tests=FIRST.replace("score([])", "score(list())"))], "refactoring: none"),
    "tightened": ([files(tests=TWO_ASSERTS)], "passes without this change: none"),
    "tests_nobody_can_read_might_run_it": ([files(test_more=NO_PACKAGE), files(UNUSED)], "could not answer:"),
    "a_package_is_missing": ([files(SUM, "import no_such_package\n" + SECOND)], "could not answer: sum"),
    "a_module_of_the_code_is_in_no_commit": (
        [files("from late import score\n"), files("from late import score\nscore(())\n", SECOND)],
        "could not answer: sum",
    ),
    "skipped": ([files(SUM, SKIPPED)], "could not answer: sum"),
    "readable": ([files(tests="("), files(SUM, SECOND)], "could not answer: none, could not answer: sum"),
    "code_in_the_test_file": ([files(test_all=ALL_IN_ONE)], "could not answer: sum"),
    "its_module_comes_later": ([files(test_late=BY_LATE), files(late=LATE)], "red by name only: it"),
    "its_file_can_be_read_later": ([files(test_late=FROM_LATE), files(late=LATE)], "red by name only: it"),
    "comes_out_differently": ([files(SUM, FLAKY)], "could not answer: sum"),
    "moved": ([{"test_game.py": None, "tests/test_game.py": FIRST}], ""),
    "a_row": ([files(tests=ROWS), files(SUM, TWO_ROWS)], "proven: scores[rolls1-1]"),
    "a_conftest_came_with_it": (
        [files(SUM) | {"tests/conftest.py": HANDED, "tests/test_sum.py": BY_SCORE}],
        "proven: sum",
    ),
    "not_utf8": (
        [files(SUM, SECOND, test_odd=b"\xff\xfe = 1") | {"data.bin": b"\xff\x00"}],
        "could not answer:, proven: sum",
    ),
    "a_link_out": ([files(SUM, SECOND) | {"out": Path("/etc"), "tests/out": Path("..")}], "proven: sum"),
    "beside_a_test_that_is_red_for_another_reason": ([STAYS_RED, files(UNUSED)], "code without a test:"),
    "a_flaky_test_where_only_code_changed": ([files(tests=RED_ONCE), files(SUM)], "could not answer: sum"),
    "skipped_while_red": ([files(tests=SECOND), files(tests=SKIPPED), {"notes.txt": "later"}], ""),
    "its_module_moved_and_left_a_link_behind": (
        [files(tests=INSIDE), files("from bowling.game import score\n", INSIDE_MOVED) | PACKAGE],
        "adapted: sum",
    ),
    "asks_less": ([files(tests=TWO_ASSERTS), files(tests=FIRST)], "asks less than before: none"),
    "merged_into_a_table": ([files(tests=ONE_BY_ONE), files(tests=MERGED)], "refactoring: scores, 2 rows"),
    "a_guard_beside_a_red_row": (
        [files(tests=ROWS), files(SUM, GUARDED_ROW)],
        "guards beside a red row: scores[rolls1-0], proven: scores, 2 of 4 rows",
    ),
    "a_folder_testing": ([files(SUM) | OF_TESTING], "passes without this change: none, proven: sum"),
    "inherited": ([files(tests=INHERITS), files(SUM, INHERITS_MORE)], "proven: sum"),
    "inherited_not_started": ([NOT_STARTED | files(tests=INHERITS_MORE), {"conftest.py": ""}], ""),
    "new_where_pytest_does_not_start": ([NOT_STARTED, files(tests=SECOND)], "could not answer: sum"),
    "made_by_a_program": ([files(tests=MADE), files(SUM, MADE_MORE)], "proven: sum"),
    "beside_a_helper": ([files(tests=HELPED)], "passes without this change: it"),
    "a_helper_asks_more": ([files(tests=HELPED), files(SUM, HELPED_MORE)], "proven: it"),
    "another_file_asks_more": ([HELPED_BY_FILE, files(SUM) | {"tests/rule.py": RULE_MORE}], "proven: it"),
    "a_helper_follows_a_new_name": (
        [HELPED_BY_FILE, POINTS | {"tests/rule.py": to_points(RULE)}],
        "adapted: none",
    ),
    "an_empty_package": ([{"late/__init__.py": "", "test_it.py": BY_PACKAGE}], "red by name only: it"),
    "a_submodule": ([{"vendored": SUBMODULE}, files(SUM, SECOND)], "proven: sum"),
}


ALONE = {name for name, (commits, verdicts) in TABLE.items() if verdicts.endswith(":") or not verdicts}
ALONE |= {
    name for name, (commits, _) in TABLE.items() if {file for one in commits for file in one} - {*BEGUN}
}
ALONE |= {"readable", "merged_into_a_table", "a_package_is_missing"}
TOGETHER = [name for name in TABLE if name not in ALONE]


@pytest.mark.parametrize("name", sorted(ALONE))
def test_what_the_last_commit_is_called(tmp_path, name):
    commits, verdicts = TABLE[name]
    numbered = [(str(number), files) for number, files in enumerate([BEGUN, *commits])]
    last = len(commits)
    found = told(proved(repository(tmp_path / "bowling", *numbered), f"main~{last}..main"))
    assert ", ".join(found.get(str(last), [])) == verdicts


def renamed(text, name):
    """A text or a path of a row, whose module has a name of its own."""
    return re.sub(r"(?<![a-z])game(?![a-z])", f"game_{name}", text) if isinstance(text, str) else text


@pytest.fixture(scope="module")
def last(tmp_path_factory):
    """The verdicts on the last commit of a repository that has all of those rows, by their test files."""
    most = max(len(TABLE[name][0]) for name in TOGETHER)
    commits = [{} for _ in range(most + 1)]
    for name in TOGETHER:
        for place, changed in enumerate([BEGUN, *TABLE[name][0]], -len(TABLE[name][0]) - 1):
            one = commits[0] if changed is BEGUN else commits[place]
            one.update({renamed(path, name): renamed(text, name) for path, text in changed.items()})
    numbered = [(str(number), files) for number, files in enumerate(commits)]
    folder = repository(tmp_path_factory.mktemp("all") / "bowling", *numbered)
    found = {}
    for one in proved(folder, f"main~{most}..main").versions[-1].verdicts:
        found.setdefault(one.file, []).append(f"{one.kind}: {one.rule}")
    return found


@pytest.mark.parametrize("name", TOGETHER)
def test_what_a_test_of_the_last_commit_is_called(last, name):
    assert ", ".join(last.get(f"test_game_{name}.py", [])) == TABLE[name][1]


def test_a_flaky_test_that_was_red_before_the_range_has_no_answer(tmp_path):
    folder = repository(tmp_path / "bowling", ("0", files(STUB, RED_ONCE)), ("1", files(SUM)))
    assert told(proved(folder, "main~1..main")) == {"1": ["could not answer: sum"]}
