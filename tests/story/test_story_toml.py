"""story.toml: what it says is what the story is, and a line names what is wrong with it."""

import re
import tomllib

import pytest
from helpers import OPEN

from dojo.story.story import NoStep, described
from dojo.story.toml import BadFile
from dojo.story.workspace import Workspace

KEYS = ["name", "title", "module", "steps", "suite"]
OF_A_KATA = ["folder", "first_test"]
OF_THE_SOURCE = ["name", "part", "short", "first", "last"]


def without(key, table=""):
    """An edit of a story.toml: the line of a key is gone, in a table or before all tables."""

    def edit(text):
        head, mark, rest = text.partition(f"[{table}]") if table else ("", "", text)
        return head + mark + re.sub(rf"^{key} = .*\n", "", rest, count=1, flags=re.MULTILINE)

    return edit


def instead(old, new):
    return lambda text: text.replace(old, new, 1)


FAULTS = [
    *(pytest.param(without(key), f"the key {key} is missing", id=f"no {key}") for key in KEYS),
    *(
        pytest.param(
            without(key, "katas.fizz"), f"the key katas.fizz.{key} is missing", id=f"a kata, no {key}"
        )
        for key in OF_A_KATA
    ),
    *(
        pytest.param(without(key, "source"), f"the key source.{key} is missing", id=f"a source, no {key}")
        for key in OF_THE_SOURCE
    ),
    *(
        pytest.param(
            instead(f"\n{key} = ", f"\n{key}s = "),
            f"the key {key} is missing: is {key}s meant for it?",
            id=f"{key} misspelt",
        )
        for key in ("name", "title", "module")
    ),
    pytest.param(
        instead("\nhints = ", "\nhint = "), "there is no key hint: is it hints?", id="hints misspelt"
    ),
    pytest.param(
        instead("\nmutants = ", "\nmutant = "),
        "there is no key mutant: is it mutants?",
        id="mutants misspelt",
    ),
    pytest.param(
        instead("\nfinished = ", "\nfinish = "), "there is no key finish: is it finished?", id="finished too"
    ),
    pytest.param(
        instead("of_every_kata", "of_each_kata"), "no key tests.of_each_kata: is it", id="a key in a table"
    ),
    pytest.param(instead("[katas.fizz]", "[kata.fizz]"), "there is no key kata: is it katas?", id="a table"),
    pytest.param(
        instead("\nfinished = 3", '\nfinished = "3"'), "finished is not a number", id="a text for a number"
    ),
    pytest.param(instead("\nfinished = 3", "\nfinished = true"), "finished is not a number", id="a truth"),
    pytest.param(instead('title = "Fizz, step by step"', "title = 3"), "title is not a text", id="a number"),
    pytest.param(
        instead('of_every_kata = ["test_numbers.py"]', "of_every_kata = [3]"),
        "tests.of_every_kata is not a list of texts",
        id="numbers in a list",
    ),
    pytest.param(instead("words = []", "words = 3"), "beside.words is not a list", id="no list"),
    pytest.param(
        lambda text: f"source = 3\n{text}".replace("[source]", "[sources]"),
        "source is not a table",
        id="no table",
    ),
    pytest.param(
        instead('steps = "steps"', 'steps = "stairs"'),
        "steps leads nowhere: there is no stairs",
        id="a folder that is not there",
    ),
    pytest.param(instead('name = "small"', 'name = "small'), "(at line 3, column 14)", id="no TOML"),
    pytest.param(lambda _: "\udcff", "not UTF-8", id="no UTF-8"),
]


@pytest.mark.parametrize(("edit", "told"), FAULTS)
def test_a_fault_is_a_line_that_names_the_file_and_the_key(small, capsys, edit, told):
    file = small.root / "story.toml"
    text = edit(file.read_text(encoding="utf-8"))
    file.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(BadFile) as fault:
        described(small.root)
    assert str(fault.value).startswith("story.toml: ")
    assert told in str(fault.value)
    assert small.verb("gate") == 2
    assert capsys.readouterr().err == f"{' '.join(str(fault.value).split())}\n"


def test_a_story_is_what_its_file_says(small):
    story = small.story
    assert (story.name, story.title, story.module, story.finished) == (
        "small",
        "Fizz, step by step",
        "fizz",
        3,
    )
    assert [step.name for step in story.designs] == ["step_03_fizz", "step_04_divisible"]
    assert [step.title for step in story.steps] == ["Nothing yet", "Fake it", "Numbers", "Fizz", "Divisible"]
    assert story.source.parts == range(1, 5)
    assert [list(step.parts) for step in story.steps] == [[], [1], [2, 3], [4], []]
    (kata,) = story.katas
    assert (kata.name, kata.tests) == ("fizz", ("test_numbers.py", "test_more.py::test_fizz_is_said"))
    assert kata.attempts == small.root.resolve() / "kata" / "attempts"


def test_a_path_is_told_as_it_is_seen_from_the_top(here):
    story = described(here.root / "tests" / "small")
    assert story.shown(story.suite) == "tests/small/suite"
    assert story.top == here.root


def test_a_story_in_a_folder_without_a_pytest_ini_is_its_own_top(small):
    (small.root / "pytest.ini").unlink()
    assert small.story.top == small.root.resolve()


@pytest.mark.usefixtures("small")
def test_a_story_without_a_pytest_ini_can_be_run(small, capsys):
    (small.root / "pytest.ini").unlink()
    assert small.verb("gate") == 0
    assert capsys.readouterr().out == f"{OPEN}\n"


def test_no_step_of_that_number(small):
    with pytest.raises(NoStep, match=r"^there is no step 7: the steps are 0 to 4$"):
        small.story.step(7)


def test_no_step_at_all(small, capsys):
    for step in small.story.steps:
        step.folder.rename(step.folder.with_name(f"x{step.name}"))
    assert small.verb("gate") == 2
    assert capsys.readouterr().err == "there is no step in steps: the first is called step_00_slug\n"


def test_the_first_story_lies_in_steps(here):
    workspace = Workspace(here.root)
    assert workspace.story() == workspace.stories[0] == workspace.story("poker")
    assert workspace.story("poker").file == here.root / "steps" / "story.toml"


def test_a_story_may_be_named_by_its_folder(here):
    assert Workspace(here.root).story("tests/small").name == "small"


def test_every_table_of_the_first_story_is_read(here):
    """What its story.toml says is what the tooling knows."""
    file = here.path("steps/story.toml")
    told, story = tomllib.loads(file.read_text(encoding="utf-8")), Workspace(here.root).story()
    assert [kata.name for kata in story.katas] == list(told["katas"])
    assert [verb.name for verb in story.verbs] == list(told["verbs"])
    ends = [story.source.parts[place] for place in (0, -1)]
    assert ends == [told["source"][key] for key in ("first", "last")]
    assert story.files.beside == tuple(told["beside"])
