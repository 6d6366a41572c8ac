"""Ctrl-C, typed: it ends every verb in silence, whatever its processes are doing."""

import pytest
from helpers import Watching, typed_copy

BEGINS = 'import time\n\nprint("it has begun", flush=True)\ntime.sleep(600)\n'


@pytest.fixture
def typed(tmp_path):
    return typed_copy(tmp_path)


@pytest.fixture
def interrupted():
    """Types a verb, and Ctrl-C as soon as a condition holds; gives what is said from then on."""

    def interrupt(copy, verb, is_time):
        running = Watching(copy, verb)
        try:
            while not is_time(running):
                assert running.process.poll() is None
            running.interrupt()
            said = running.until("never said", timeout=20)
            assert "Traceback" not in said, said
            assert running.process.wait(timeout=20) != 0
        finally:
            running.stop()
        return said

    return interrupt


def has_begun(running):
    return "it has begun" in running.until("it has begun")


@pytest.mark.parametrize("verb", ["gate", "watch"])
def test_before_a_verb_has_begun(typed, interrupted, verb):
    """While Python reads what the verb is made of: not yet when make asks whether the words are right."""
    assert typed.verb("start", "NAME=tables-3") == 0
    first = "\nfrom collections import Counter"
    typed.edit("dojo/runner/result.py", first, f"\n{BEGINS}{first}")
    interrupted(typed, verb, has_begun)


def test_while_the_steps_run(typed, interrupted):
    typed.edit("dojo/runner/child/clock.py", "\nSTEP_LIMIT = 5.0\n", "\nSTEP_LIMIT = 600.0\n")
    begun = typed.root / "begun"
    loop = f"open({str(begun)!r}, 'w').close()\nwhile True:\n    pass\n"
    typed.path("katas/fizz/steps/step_02_numbers/fizz.py").write_text(loop)

    def is_time(running):
        running.until("never said", timeout=0.1)
        return begun.exists()

    assert "make: ***" in interrupted(typed, "gate", is_time)


def test_in_a_verb_that_the_story_brings(typed, interrupted):
    end = "from dojo.cli.ending import run_module\n\nsys.exit(run_module(main))\n"
    main = "".join(f"    {line}\n" for line in BEGINS.splitlines())
    typed.path("katas/fizz/sing.py").write_text(f"import sys\n\n\ndef main():\n{main}\n\n{end}")
    with typed.path("katas/fizz/story.toml").open("a") as file:
        file.write('\n[verbs.sing]\nmodule = "katas.fizz.sing"\nhelp = "a song"\n')
    interrupted(typed, "sing", has_begun)
