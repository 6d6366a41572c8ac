"""`make start MODE=mine`: an empty module, an empty file of tests, and a list of ideas to tick off."""

import re

from rich.console import Console

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create, title
from dojo.attempt.light import all_lights, count_revealed, record
from dojo.attempt.snapshot import take_snapshot
from dojo.coach.mine import ideas
from dojo.coach.showing import bar, left_out
from dojo.errors import Mistake
from dojo.runner.result import counted
from dojo.screen.console import paragraph
from dojo.story.katas import STATEMENT
from dojo.story.mutants import rules
from dojo.story.story import Story
from dojo.story.workspace import Workspace

MODE = "mine"
MODULE = '''\
"""{title}. The task is in {statement}.

Nothing is here yet: first comes a test, in {tests}, and it is red.
"""
'''
TESTS = '''\
"""Your tests. The task is in {statement}."""

import {module}

# Your first test goes here{named}.
'''


def start(workspace: Workspace, name: str, kata: str, out: Console, story: Story | None, mode: str) -> None:
    """Make it, and say how to begin; raises Mistake for another mode, NoAttempt or NoKata."""
    if mode != MODE:
        raise Mistake(f"MODE is {MODE}, you write the tests, or left out; it is not {mode}")
    attempt = create(workspace, name, kata, story, files=files, mode=mode)
    tests = tests_of(attempt)
    folder = attempt.story.shown(attempt.folder)
    paragraph(
        out,
        f"It is yours: {folder}/ with {attempt.module.name}, {tests}, and {ideas.FILE}, a list of what to"
        " test. You write the tests. Take the easiest line of the list, write a test for it in"
        f" {tests}, and go on with",
    )
    out.print()
    out.print(f"  {attempt.command('next')}     the colours of your tests, and their worth")
    out.print(f"  {attempt.command('watch')}    the bar at every save\n")
    known = count_revealed(all_lights(attempt))  # of an attempt whose folder was lost
    snapshot, counts = take_snapshot(attempt.folder), counted([])
    left_out(out, snapshot)
    record(attempt, verb="start", colour="green", counts=counts, snapshot=snapshot, revealed=known, own={})
    bar(out, attempt, "green", counts)


def files(attempt: Attempt) -> dict[str, str]:
    """The texts of its module, of its tests, and of the list of ideas; raises BadFile."""
    story, tests = attempt.story, tests_of(attempt)
    statement = story.shown(attempt.kata.folder / STATEMENT)
    return {
        attempt.module.name: MODULE.format(title=title(attempt.kata), statement=statement, tests=tests),
        tests: TESTS.format(statement=statement, module=story.module, named=first_name(attempt)),
        ideas.FILE: ideas.listed([rule.text for rule in rules(attempt.kata, story)]),
    }


def tests_of(attempt: Attempt) -> str:
    """What its file of tests is called."""
    return f"test_{attempt.module.name}"


def first_name(attempt: Attempt) -> str:
    """The name that our first test asks for, and no more: with another name no test could be judged."""
    text = attempt.kata.first_test.read_text(encoding="utf-8")
    found = re.search(rf"\b{attempt.story.module}\.\w+", text)
    return f"; it may ask for {found[0]}" if found else ""
