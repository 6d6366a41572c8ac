"""The judge of the small story, and tests to judge."""

import atexit
import os
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from helpers import small_copy

from dojo.attempt.snapshot import File, Files
from dojo.judge.judge import Judgement, judge_tests
from dojo.story.mutants import Mutant
from dojo.story.story import Story

FOLDER = Path(mkdtemp())
OWNER = os.getpid()
SMALL = small_copy(FOLDER).story
ONE = "import fizz\n\n\ndef test_one():\n    assert fizz.say(1) == '1'\n"
TWO = "\n\ndef test_two():\n    assert fizz.say(2) == '2'\n"
FIZZ = "\n\ndef test_fizz():\n    assert fizz.say(3) == 'Fizz'\n"


@atexit.register
def remove_folder() -> None:
    """Remove the copy when the process ends that made it: a fork may end while another one uses it."""
    if os.getpid() == OWNER:
        shutil.rmtree(FOLDER, ignore_errors=True)


def files(**texts: str) -> Files:
    """Files as a light has them; `test_fizz_py` is test_fizz.py."""
    named = {name.replace("_py", ".py"): text for name, text in texts.items()}
    return {os.fsencode(name): File("100644", text.encode()) for name, text in named.items()}


@cache
def judge(*tests: str, story: Story = SMALL, **others: str) -> Judgement:
    """The judgement of a test file with this text, and of other files."""
    return judge_tests(files(test_fizz_py="".join(tests), **others), story)


def names(mutants: Iterable[Mutant]) -> list[str]:
    return [mutant.name for mutant in mutants]
