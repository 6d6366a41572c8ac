"""The table of verdicts, each row planted as the commits of a repository."""

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from history.session import rows

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
# The commits after the first one, and what is said of the last: each verdict, and the rule of its test.
ALONE = rows("""
    refactoring :: code=tidy => refactoring:
    untested :: code=total => untested:
    deleted :: late.py=late | late.py=- => refactoring:
    broken :: code=wrong => broke:
    tests nobody can read might run it :: test_more.py=no_package | code=total => no answer:
    its tests no longer start :: conftest.py=hands_score | code=( => no answer:
    not UTF-8 :: code=sum tests=second test_odd.py=bytes data.bin=bytes => no answer:, proven: sum
    beside a test that is red for another reason :: tests=second | code=total => untested:
    readable :: tests=( | code=sum tests=second => no answer: none, no answer: sum
    merged into a table :: tests=zero | tests=merged_rows => refactoring: scores, 2 rows
    in testing/ :: code=sum testing/helpers.py=A=1 testing/test_sum.py=by_helper => passes: none, proven: sum
    inherited, and pytest did not start :: code=sum conftest.py=no_start tests=inherits_more | conftest.py= =>
    new where pytest does not start :: code=sum conftest.py=no_start | tests=second => no answer: sum
""")
TOGETHER = rows("""
    a crash on nothing :: code=total_stub | code=total tests=on_nothing => by crash: sum
    passes :: code=sum | tests=second => passes: sum
    red here :: tests=second => still red: sum
    pays :: tests=second | code=sum => pays: sum
    tightened :: tests=two_asserts => passes: none
    asks less :: tests=two_asserts | tests=first => weakened: none
    a module that no commit has :: code=from_bowling tests=second => no answer: sum
    skipped :: code=sum tests=skipped => no answer: sum
    skipped while red :: tests=second | tests=skipped | notes_game.txt=first =>
    comes out differently :: code=sum tests=red_once => no answer: sum
    beside a red row :: tests=rows | code=sum tests=four_rows
        => guard: scores[rolls1-0], proven: scores, 2 of 4 rows
    inherited :: tests=inherits | code=sum tests=inherits_more => proven: sum
    made by a program :: tests=made | code=sum tests=made_more => proven: sum
    beside a helper :: tests=helped => passes: it
    a helper asks more :: tests=helped | code=sum tests=helped_more => proven: it
    a package is missing :: code=sum tests=second_no_package => no answer: sum
    code in the test file :: test_all_game.py=all_in_one => no answer: it
    its file can be read later :: test_late_game.py=by_one | late_game.py=late => by name: it
    an empty package :: late_game/__init__.py= test_it_game.py=by_package => by name: it
    moved :: tests=- tests/test_game.py=first =>
    a link out :: code=sum tests=second out_game=link tests/out_game=link => proven: sum
    a submodule :: vendored_game=submodule | code=sum tests=no_submodule => proven: sum
    its module moved and left a link behind :: tests=inside
        | bowling_game/__init__.py= bowling_game/game.py=stub code=from_bowling tests=inside_moved
        => adapted: sum
""")
HELPERS = rows("""
    handed over :: code=sum in_game/conftest.py=hands_score | in_game/test_it_game.py=by_fixture => passes: it
    its conftest :: code=sum in_game/conftest.py=hands_score in_game/test_it_game.py=by_fixture => proven: it
    another file asks more :: tests/test_it_game.py=by_rule tests/rule_game.py=rule
        | code=sum tests/rule_game.py=rule_more => proven: it
    a helper follows a new name :: tests/test_it_game.py=by_rule tests/rule_game.py=rule
        | code=points tests=first_points tests/rule_game.py=rule_points => adapted: none
""")


def commits_of(row, module="game"):
    """The commits of a row behind the first one, named 0, 1 and 2; its module may have a name of its own."""
    paths = {"code": "game.py", "tests": "test_game.py"}
    commits: list[Planted] = []
    for changes in f"code=stub tests=first | {row}".split("|"):
        files = {}
        for path, name in (word.split("=", 1) for word in changes.split()):
            files[renamed(paths.get(path, path), module)] = renamed(TEXTS.get(name, name), module)
        commits.append((str(len(commits)), files))
    return commits


def renamed(text, module):
    return re.sub("(?<![a-z])game(?![a-z])", module, text) if isinstance(text, str) else text


@pytest.mark.parametrize(("row", "verdicts"), ALONE)
def test_what_the_last_commit_is_called(tmp_path, row, verdicts):
    commits = commits_of(row)
    last, _ = commits[-1]
    found = told(proved(repository(tmp_path / "bowling", *commits), f"main~{last}..main"))
    assert ", ".join(found.get(last, [])) == verdicts


@pytest.fixture(scope="module")
def together(tmp_path_factory):
    """What is said of each row of a table: all of it is in one repository, in files with its number."""

    @cache
    def prove(*table):
        commits: list[tuple[str, dict[str, Content]]] = [(str(number), {}) for number in range(4)]
        found = defaultdict(list)
        for number, row in enumerate(table):
            for (_, files), (_, more) in zip(commits, commits_of(row, f"game_{number}")):
                files.update(more)
        folder = repository(tmp_path_factory.mktemp("all") / "bowling", *commits)
        for version in proved(folder, "main~3..main").versions:
            for one in version.verdicts:
                row_number = re.search("(?<=game_)[0-9]+", one.file)
                found[version.title, int(row_number[0]) if row_number else None].append(in_short(one))
        return found

    return prove


@pytest.mark.parametrize(("row", "verdicts"), [*TOGETHER, *HELPERS])
def test_what_a_test_of_the_last_commit_is_called(together, row, verdicts):
    tables = [[one.values[0] for one in table] for table in (TOGETHER, HELPERS)]
    table = tables[row in tables[1]]
    last, _ = commits_of(row)[-1]
    assert ", ".join(together(*table)[last, table.index(row)]) == verdicts


def test_a_flaky_test_has_no_answer_in_its_commit_and_in_one_of_code_alone(tmp_path):
    """Before the range, it was red; within the range, red is asked a second time."""
    folder = repository(tmp_path / "bowling", *commits_of("tests=red_once | code=sum"))
    assert told(proved(folder, "main~1..main")) == {"2": ["no answer: sum"]}
    both = {"1": ["no answer: sum"], "2": ["no answer: sum"]}
    assert told(proved(folder, "main~2..main")) == both
