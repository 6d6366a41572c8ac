"""How much a step may change and say: a little, and each design nothing that its README does not speak of."""

import ast
import re
from difflib import unified_diff
from itertools import pairwise
from statistics import median

import pytest

from dojo.story.readme import readme_parts
from katas.poker import story

LIMIT = 45
"""So many lines of the module a step may change until the evaluator is finished, added and removed."""

PAIRS = [*pairwise(story().steps)]
SMALL = [pair for pair in PAIRS if pair[1].number <= story().finished]
DESIGNS = [pair for pair in PAIRS if pair[1].number > story().finished]


def changed(before, after):
    """How many lines are added and removed, as `make step-N diff` shows it."""
    lines = [*unified_diff(before.splitlines(), after.splitlines(), n=0)][2:]
    return sum(line[0] in "+-" for line in lines)


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
    found = [part.text for part in readme_parts(prose) if part.what == "block"]
    found += [code.text for part in readme_parts(prose) for code in part.codes]
    return set(re.findall(r"\w+", " ".join(found)))


def test_a_step_changes_a_few_lines():
    changes = {step.name: changed(before.code, step.code) for before, step in SMALL}
    assert {name: lines for name, lines in changes.items() if lines > LIMIT} == {}


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
    assert [step.number for _, step in DESIGNS] == list(range(66, 73))
    left_out = {
        step.name: rewritten(before.code, step.code) - spoken_of(step.prose) for before, step in DESIGNS
    }
    assert {name: names for name, names in left_out.items() if names} == {}


CODE = 'LABELS = ["Pair"]\n\n\n@cache\ndef hand(cards):\n    return max(cards)\n'
CHANGES = [
    pytest.param("max", "max", 0, set(), id="nothing"),
    pytest.param("max", "min", 2, {"hand"}, id="a line of a function"),
    pytest.param("@cache\n", "", 1, {"hand"}, id="a decorator"),
    pytest.param('["Pair"]', '["Two Pair"]', 2, {"LABELS"}, id="a constant"),
    pytest.param("def hand", "def hand_of", 2, set(), id="another name"),
]


@pytest.mark.parametrize(("old", "new", "lines", "found"), CHANGES)
def test_a_planted_change_is_counted_and_named(old, new, lines, found):
    after = CODE.replace(old, new)
    assert changed(CODE, after) == lines
    assert rewritten(CODE, after) == found


def test_a_story_speaks_of_what_it_sets_as_code():
    prose = "# Step 1\n\nThe `best` of a hand.\n\n```python\nLABELS = 1\n```\n"
    assert spoken_of(prose) == {"best", "LABELS", "1"}
