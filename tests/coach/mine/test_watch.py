"""`make watch` beside whoever writes the tests."""

import io

from rich.console import Console

from coach.mine.test_next import FAKE, ONE
from dojo.coach.cycle.course import with_course
from dojo.coach.cycle.run import run
from dojo.coach.watching.told import tell


def test_it_promises_no_test_of_ours(player):
    player.tests(**ONE)
    player.code(FAKE)
    player.next()
    out = Console(file=io.StringIO(), width=80)
    with_course(player.attempt, lambda course: tell(run(course), out, 10))
    assert out.file.getvalue() == "What your tests are worth: make next NAME=tables-3\n"
