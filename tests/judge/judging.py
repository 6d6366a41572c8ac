"""The judge of the small story, and tests to judge."""

import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from helpers import small_copy

from dojo.attempt.snapshot import File
from dojo.judge.judge import judge_tests

FOLDER = TemporaryDirectory()
SMALL = small_copy(Path(FOLDER.name)).story
(SMALL.mutants / "counts_from_zero.py").unlink()  # two are enough here: it is there for law 9
ONE = "import fizz\n\n\ndef test_one():\n    assert fizz.say(1) == '1'\n"
TWO = "\n\ndef test_two():\n    assert fizz.say(2) == '2'\n"
FIZZ = "\n\ndef test_fizz():\n    assert fizz.say(3) == 'Fizz'\n"
LOOP = "\n\ndef test_a_loop():\n    while True:\n        pass\n"


@cache
def judge(*tests, story=SMALL, **files):
    """The judgement of a test file with this text, and of other files."""
    files = {"test_fizz.py": "".join(tests)} | {name.replace("_py", ".py"): t for name, t in files.items()}
    return judge_tests(
        {os.fsencode(name): File("100644", text.encode()) for name, text in files.items()}, story
    )


def names(mutants):
    return [mutant.name for mutant in mutants]
