"""How much a step may change and say: a little, and each design nothing that its README does not speak of."""

import ast
import re
from itertools import pairwise
from statistics import median

from dojo.diff import count_changes, split_lines
from dojo.story.readme import readme_parts
from katas.poker import story

LIMIT = 45
"""So many lines of the module a step may change until the evaluator is finished, added and removed."""

PAIRS = [*pairwise(story().steps)]


def changed(before, after):
    """How many lines are added and removed, as `make step-N diff` shows it."""
    return sum(count_changes(split_lines(before), split_lines(after)))


def definitions(code):
    """Each function, class and constant of a module: its source as it stands."""
    lines = code.splitlines()
    found = {}
    for node in ast.parse(code).body:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        names = [node.name] if hasattr(node, "name") else map(ast.unparse, getattr(node, "targets", []))
        for name in names:
            found[name] = lines[first - 1 : node.end_lineno]
    return found


def rewritten(before, after):
    """The names that both modules define, and not in the same words."""
    old, new = definitions(before), definitions(after)
    return {name for name in old.keys() & new.keys() if old[name] != new[name]}


def spoken_of(prose):
    """The words of a README that are set as code, in a block or in a sentence."""
    parts = readme_parts(prose)
    found = [part.text for part in parts if part.what == "block"]
    found += [code.text for part in parts for code in part.codes]
    return set(re.findall(r"\w+", " ".join(found)))


def test_a_step_changes_a_few_lines_which_can_be_projected():
    finished = story().finished
    assert finished is not None
    until_finished = [(before, step) for before, step in PAIRS if step.number <= finished]
    changes = {step.name: changed(before.code, step.code) for before, step in until_finished}
    assert changes["step_06_flush_fake"] == 10
    assert {name: lines for name, lines in changes.items() if lines > LIMIT} == {}
    assert [step.name for step in story().steps if max(map(len, step.code.splitlines())) >= 80] == []


def test_a_readme_is_short():
    """In words of prose, without its headings, its blocks and its source."""
    lengths = {}
    for step in story().steps:
        _, *prose = [part.text for part in readme_parts(step.lesson) if part.what == "paragraph"]
        lengths[step.name] = len(" ".join(prose).split())
    assert {name: length for name, length in lengths.items() if length > 200} == {}
    assert median(lengths.values()) <= 150


def test_a_readme_tells_the_story_and_reviews_no_text_that_its_reader_cannot_see():
    prose = {step.name: " ".join(step.prose.split()) for step in story().steps}
    assert [name for name, text in prose.items() if "the dialogue" in text or "by luck" in text] == []


def test_a_design_rewrites_only_what_its_story_speaks_of():
    finished = story().finished
    assert finished is not None
    designs = [(before, step) for before, step in PAIRS if step.number > finished]
    assert [step.number for _, step in designs] == list(range(93, 100))
    changes = {step: rewritten(before.code, step.code) for before, step in designs}
    left_out = {step.name: names - spoken_of(step.prose) for step, names in changes.items()}
    assert {name: names for name, names in left_out.items() if names} == {}


def test_a_decorator_and_a_constant_are_seen_to_be_rewritten():
    before = "@cache\ndef hand():\n    return 1\n\n\nBEST = 1\n"
    assert rewritten(before, before.replace("@cache\n", "").replace("BEST = 1", "BEST = 2")) == {
        "hand",
        "BEST",
    }
