"""The table of verdicts, each row planted as the commits of a repository."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from prove.made import in_short
from prove.planted import (
    FIRST,
    SECOND,
    STUB,
    SUBMODULE,
    Content,
    Planted,
    proved,
    repository,
    told,
)

TOTAL = f"{STUB}\n\ndef total(rolls):\n    return sum(rolls)\n"
NO_PACKAGE = "import no_such_package\n"
SCORE_ONE = "    assert score([1]) == 1\n"
RED_ONCE = f"""\
import os
{FIRST}

def test_sum():
    seen = os.path.dirname(os.path.dirname(os.getcwd())) + '/seen-once-game'
    there = os.path.exists(seen)
    score([1]) or open(seen, 'w').close()
    assert there or score([1])
"""
ROWS = """\
import pytest
from game import score

@pytest.mark.parametrize("rolls, sum", [([], 0)])
def test_scores(rolls, sum):
    assert score(rolls) == sum
"""
INHERITS = f"{FIRST}\n\nclass Rules:\n    pass\n\n\nclass TestGame(Rules):\n    pass\n"
MADE = f"{FIRST}\ndef make(n):\n  def test():\n    assert score([n]) == n\n  return test\ntest_0 = make(0)\n"
RULE = "from game import score\n\n\ndef check(rolls):\n    assert score(rolls) >= 0\n"
HELPED = f"{FIRST}{RULE.partition('score')[2]}\n\ndef test_it():\n    check([1])\n"
INSIDE = "def test_sum():\n    from game import score\n    assert score([]) == 0\n"
TEXTS = {  # the files of the commits, by their names in the table
    "-": None,
    "bytes": b"\xff\xfe = 1",
    "link": Path(".."),
    "submodule": SUBMODULE,
    "stub": STUB,
    "sum": STUB.replace("0", "sum(rolls)"),
    "tidy": STUB.replace("0", "1 - 1"),
    "wrong": STUB.replace("0", "1"),
    "points": STUB.replace("score", "points"),
    "total": TOTAL,
    "total_stub": TOTAL.replace("return sum(rolls)", "pass"),
    "late": "def one():\n    return 1\n",
    "from_bowling": "from bowling_game.game import score\n",
    "first": FIRST,
    "first_points": FIRST.replace("score", "points"),
    "second": SECOND,
    "skipped": "import pytest\n" + SECOND.replace("def test_sum", "@pytest.mark.skip\ndef test_sum"),
    "zero": SECOND.replace("test_sum", "test_zero").replace("[1, 2]) == 3", "[0]) == 0"),
    "two_asserts": FIRST + "    assert score([0]) == 0\n",
    "no_package": NO_PACKAGE + FIRST,
    "second_no_package": NO_PACKAGE + SECOND,
    "on_nothing": f"{FIRST}\n\ndef test_sum():\n    import game\n    assert game.total([1]) > 0\n",
    "no_submodule": f"{SECOND}    assert not __import__('os').path.isfile('vendored_game')\n",
    "red_once": RED_ONCE,
    "all_in_one": "def one():\n    return 1\n\n\ndef test_it():\n    assert one() == 1\n",
    "by_one": "from late_game import one\n\n\ndef test_it():\n    assert one() == 1\n",
    "by_package": "def test_it():\n    import late_game\n",
    "hands_score": "import pytest\n\nimport game\n\n\n@pytest.fixture\ndef score():\n    return game.score\n",
    "by_fixture": "def rolls():\n    return [1]\n\n\ndef test_it(score):\n    assert score(rolls()) == 1\n",
    "rows": ROWS,
    "merged_rows": ROWS.replace("([], 0)", "([], 0), ([0], 0)"),
    "four_rows": ROWS.replace("([], 0)", "([], 0), ([0], 0), ([1], 1), ([2], 2)"),
    "inherits": INHERITS,
    "inherits_more": INHERITS.replace("    pass\n", f"    def test_sum(self):\n    {SCORE_ONE}", 1),
    "made": MADE,
    "made_more": f"{MADE}test_sum = make(1)\n",
    "helped": HELPED,
    "helped_more": HELPED.replace(">= 0", "== 1"),
    "by_rule": "from rule_game import check\n\n\ndef test_it():\n    check([1])\n",
    "rule": RULE,
    "rule_more": RULE.replace(">= 0", "== 1"),
    "rule_points": RULE.replace("score", "points"),
    "inside": INSIDE,
    "inside_moved": INSIDE.replace("from game", "from bowling_game.game"),
    "by_helper": f"from helpers import A\n{SECOND}",
    "no_start": "def pytest_ignore_collect(no_such_argument): ...\n",
}


class Row(NamedTuple):
    """The commits after the first one, and what is said of the last: each verdict, and the rule of its test.

    A commit has its files by their paths, each with the name of its text in `TEXTS`, or with its text.
    """

    rule: str
    commits: list[dict[str, str]]
    verdicts: list[str]


# Each is a repository of its own.
ALONE = [
    Row("refactoring", [{"game.py": "tidy"}], ["refactoring:"]),
    Row("untested", [{"game.py": "total"}], ["untested:"]),
    Row("deleted", [{"late.py": "late"}, {"late.py": "-"}], ["refactoring:"]),
    Row("broken", [{"game.py": "wrong"}], ["broke:"]),
    Row(
        "tests nobody can read might run it",
        [{"test_more.py": "no_package"}, {"game.py": "total"}],
        ["no answer:"],
    ),
    Row("its tests no longer start", [{"conftest.py": "hands_score"}, {"game.py": "("}], ["no answer:"]),
    Row(
        "not UTF-8",
        [{"game.py": "sum", "test_game.py": "second", "test_odd.py": "bytes", "data.bin": "bytes"}],
        ["no answer:", "proven: sum"],
    ),
    Row(
        "beside a test that is red for another reason",
        [{"test_game.py": "second"}, {"game.py": "total"}],
        ["untested:"],
    ),
    Row(
        "readable",
        [{"test_game.py": "("}, {"game.py": "sum", "test_game.py": "second"}],
        ["no answer: none", "no answer: sum"],
    ),
    Row(
        "merged into a table",
        [{"test_game.py": "zero"}, {"test_game.py": "merged_rows"}],
        ["refactoring: scores, 2 rows"],
    ),
    Row(
        "in testing/",
        [{"game.py": "sum", "testing/helpers.py": "A=1", "testing/test_sum.py": "by_helper"}],
        ["passes: none", "proven: sum"],
    ),
    Row(
        "inherited, and pytest did not start",
        [{"game.py": "sum", "conftest.py": "no_start", "test_game.py": "inherits_more"}, {"conftest.py": ""}],
        [],
    ),
    Row(
        "new where pytest does not start",
        [{"game.py": "sum", "conftest.py": "no_start"}, {"test_game.py": "second"}],
        ["no answer: sum"],
    ),
]
# All of these are in one repository, in files with the number of the row.
TOGETHER = [
    Row(
        "a crash on nothing",
        [{"game.py": "total_stub"}, {"game.py": "total", "test_game.py": "on_nothing"}],
        ["by crash: sum"],
    ),
    Row("passes", [{"game.py": "sum"}, {"test_game.py": "second"}], ["passes: sum"]),
    Row("red here", [{"test_game.py": "second"}], ["still red: sum"]),
    Row("pays", [{"test_game.py": "second"}, {"game.py": "sum"}], ["pays: sum"]),
    Row("tightened", [{"test_game.py": "two_asserts"}], ["passes: none"]),
    Row("asks less", [{"test_game.py": "two_asserts"}, {"test_game.py": "first"}], ["weakened: none"]),
    Row(
        "a module that no commit has",
        [{"game.py": "from_bowling", "test_game.py": "second"}],
        ["no answer: sum"],
    ),
    Row("skipped", [{"game.py": "sum", "test_game.py": "skipped"}], ["no answer: sum"]),
    Row(
        "skipped while red",
        [{"test_game.py": "second"}, {"test_game.py": "skipped"}, {"notes_game.txt": "first"}],
        [],
    ),
    Row("comes out differently", [{"game.py": "sum", "test_game.py": "red_once"}], ["no answer: sum"]),
    Row(
        "beside a red row",
        [{"test_game.py": "rows"}, {"game.py": "sum", "test_game.py": "four_rows"}],
        ["guard: scores[rolls1-0]", "proven: scores, 2 of 4 rows"],
    ),
    Row(
        "inherited",
        [{"test_game.py": "inherits"}, {"game.py": "sum", "test_game.py": "inherits_more"}],
        ["proven: sum"],
    ),
    Row(
        "made by a program",
        [{"test_game.py": "made"}, {"game.py": "sum", "test_game.py": "made_more"}],
        ["proven: sum"],
    ),
    Row("beside a helper", [{"test_game.py": "helped"}], ["passes: it"]),
    Row(
        "a helper asks more",
        [{"test_game.py": "helped"}, {"game.py": "sum", "test_game.py": "helped_more"}],
        ["proven: it"],
    ),
    Row(
        "a package is missing", [{"game.py": "sum", "test_game.py": "second_no_package"}], ["no answer: sum"]
    ),
    Row("code in the test file", [{"test_all_game.py": "all_in_one"}], ["no answer: it"]),
    Row(
        "its file can be read later",
        [{"test_late_game.py": "by_one"}, {"late_game.py": "late"}],
        ["by name: it"],
    ),
    Row(
        "an empty package", [{"late_game/__init__.py": "", "test_it_game.py": "by_package"}], ["by name: it"]
    ),
    Row("moved", [{"test_game.py": "-", "tests/test_game.py": "first"}], []),
    Row(
        "a link out",
        [{"game.py": "sum", "test_game.py": "second", "out_game": "link", "tests/out_game": "link"}],
        ["proven: sum"],
    ),
    Row(
        "a submodule",
        [{"vendored_game": "submodule"}, {"game.py": "sum", "test_game.py": "no_submodule"}],
        ["proven: sum"],
    ),
    Row(
        "its module moved and left a link behind",
        [
            {"test_game.py": "inside"},
            {
                "bowling_game/__init__.py": "",
                "bowling_game/game.py": "stub",
                "game.py": "from_bowling",
                "test_game.py": "inside_moved",
            },
        ],
        ["adapted: sum"],
    ),
]
HELPERS = [
    Row(
        "handed over",
        [{"game.py": "sum", "in_game/conftest.py": "hands_score"}, {"in_game/test_it_game.py": "by_fixture"}],
        ["passes: it"],
    ),
    Row(
        "its conftest",
        [{"game.py": "sum", "in_game/conftest.py": "hands_score", "in_game/test_it_game.py": "by_fixture"}],
        ["proven: it"],
    ),
    Row(
        "another file asks more",
        [
            {"tests/test_it_game.py": "by_rule", "tests/rule_game.py": "rule"},
            {"game.py": "sum", "tests/rule_game.py": "rule_more"},
        ],
        ["proven: it"],
    ),
    Row(
        "a helper follows a new name",
        [
            {"tests/test_it_game.py": "by_rule", "tests/rule_game.py": "rule"},
            {"game.py": "points", "test_game.py": "first_points", "tests/rule_game.py": "rule_points"},
        ],
        ["adapted: none"],
    ),
]


def commits_of(row: Row, module: str = "game") -> list[Planted]:
    """The first commit and those of a row, named 0, 1 and 2; its module may have a name of its own."""
    first = {"game.py": "stub", "test_game.py": "first"}
    commits: list[Planted] = []
    for changes in [first, *row.commits]:
        files = {}
        for path, name in changes.items():
            files[renamed(path, module)] = renamed(TEXTS.get(name, name), module)
        commits.append((str(len(commits)), files))
    return commits


def renamed(text, module):
    return re.sub("(?<![a-z])game(?![a-z])", module, text) if isinstance(text, str) else text


@pytest.mark.parametrize("row", ALONE, ids=lambda row: row.rule)
def test_what_the_last_commit_is_called(tmp_path, row):
    commits = commits_of(row)
    last, _ = commits[-1]
    found = told(proved(repository(tmp_path / "bowling", *commits), f"main~{last}..main"))
    assert found.get(last, []) == row.verdicts


TABLES = {"all kinds": TOGETHER, "helpers": HELPERS}


@pytest.fixture(scope="module")
def together(tmp_path_factory):
    """What is said of each row of a table: all of it is in one repository, in files with its number."""

    @cache
    def prove(table):
        commits: list[tuple[str, dict[str, Content]]] = [(str(number), {}) for number in range(4)]
        found = defaultdict(list)
        for number, row in enumerate(TABLES[table]):
            for (_, files), (_, more) in zip(commits, commits_of(row, f"game_{number}")):
                files.update(more)
        folder = repository(tmp_path_factory.mktemp("all") / "bowling", *commits)
        for version in proved(folder, "main~3..main").versions:
            for one in version.verdicts:
                row_number = re.search("(?<=game_)[0-9]+", one.file)
                found[version.title, int(row_number[0]) if row_number else None].append(in_short(one))
        return found

    return prove


@pytest.mark.parametrize(
    ("table", "row"), [pytest.param(name, row, id=row.rule) for name in TABLES for row in TABLES[name]]
)
def test_what_a_test_of_the_last_commit_is_called(together, table, row):
    last, _ = commits_of(row)[-1]
    assert together(table)[last, TABLES[table].index(row)] == row.verdicts


def test_a_flaky_test_has_no_answer_in_its_commit_and_in_one_of_code_alone(tmp_path):
    """Before the range, it was red; within the range, red is asked a second time."""
    row = Row("flaky", [{"test_game.py": "red_once"}, {"game.py": "sum"}], [])
    folder = repository(tmp_path / "bowling", *commits_of(row))
    assert told(proved(folder, "main~1..main")) == {"2": ["no answer: sum"]}
    both = {"1": ["no answer: sum"], "2": ["no answer: sum"]}
    assert told(proved(folder, "main~2..main")) == both
