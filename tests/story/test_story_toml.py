"""story.toml: what it says is what the story is, and a line names what is wrong with it."""

import tomllib

import pytest
from helpers import OPEN

from dojo.story.story import NoStep, read_story
from dojo.story.toml.reading import BadFile
from dojo.story.workspace import Workspace

OF_TABLES = "source.part source.author source.first source.last katas.fizz.folder katas.fizz.first_test"
MISSING = ["name", "title", "module", "steps", "suite", *OF_TABLES.split()]
SOURCE = '\nname = "The Song"'
EVERY, NUMBERS = 'of_every_kata = ["test_numbers.py"]', "of_every_kata = [3]"
FAULTS = {
    **{f"no {key}": (f"\n{key.split('.')[-1]} = ", "\n# ", f"the key {key} is missing") for key in MISSING},
    "a source, no name": (SOURCE, "\n# ", "the key source.name is missing"),
    "name misspelt": ("\nname = ", "\nnames = ", "there is no key names: is it name?"),
    "hints misspelt": ("\nhints = ", "\nhint = ", "there is no key hint: is it hints?"),
    "mutants misspelt": ("\nmutants = ", "\nmutant = ", "there is no key mutant: is it mutants?"),
    "finished too": ("\nfinished = ", "\nfinish = ", "there is no key finish: is it finished?"),
    "a key in a table": ("of_every_kata", "of_each_kata", "no key tests.of_each_kata: is it"),
    "a table": ("[katas.fizz]", "[kata.fizz]", "there is no key kata: is it katas?"),
    "a text for a number": ("\nfinished = 3", '\nfinished = "3"', "finished is not a number"),
    "no title in it": ('title = "Fizz, step by step"', 'title = ""', "title is empty: write it"),
    "a language in words": (
        'suite = "suite"',
        'suite = "suite"\nlanguage = "german"',
        "language is german: write it as in de or pt_BR",
    ),
    "a truth": ("\nfinished = 3", "\nfinished = true", "finished is not a number"),
    "a number": ('title = "Fizz, step by step"', "title = 3", "title is not a text"),
    "numbers in a list": (EVERY, NUMBERS, "tests.of_every_kata is not a list of texts"),
    "no list": ("words = []", "words = 3", "beside.words is not a list"),
    "no table": ("\nfinished = 3", "\nverbs = 3", "verbs is not a table"),
    "no such folder": ('steps = "steps"', 'steps = "stairs"', "steps leads nowhere: there is no stairs"),
    "no TOML": ('name = "small"', 'name = "small', "(at line 3, column 14)"),
    "no UTF-8": ("#", "\udcff", "not UTF-8"),
}


@pytest.mark.parametrize(("old", "new", "told"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_a_line_that_names_the_file_and_the_key(bare, capsys, old, new, told):
    file = bare.root / "story.toml"
    text = file.read_text(encoding="utf-8").replace(old, new, 1)
    file.write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(BadFile) as fault:
        read_story(bare.root)
    assert str(fault.value).startswith("story.toml: ")
    assert told in str(fault.value)
    assert bare.verb("gate") == 2
    assert capsys.readouterr().err == f"{' '.join(str(fault.value).split())}\n"


def test_a_story_is_what_its_file_says(bare):
    story = bare.story
    told = (story.name, story.title, story.module, story.finished)
    assert told == ("small", "Fizz, step by step", "fizz", 3)
    assert [step.name for step in story.designs] == ["step_03_fizz", "step_04_divisible"]
    assert [step.title for step in story.steps] == ["Nothing yet", "Fake it", "Numbers", "Fizz", "Divisible"]
    assert story.source.parts == range(1, 5)
    assert [list(step.parts) for step in story.steps] == [[], [1], [2, 3], [4], []]
    (kata,) = story.katas
    assert (kata.name, kata.tests) == ("fizz", ("test_numbers.py", "test_more.py::test_fizz_is_said"))
    assert kata.attempts == bare.root.resolve() / "kata" / "attempts"


GALLERY = "\n[roads]\ngalleries = [2]\n\n[tests]\n"


@pytest.mark.parametrize(("told", "road"), [(GALLERY, " (gallery)"), ("\n[tests]\n", "")])
def test_a_heading_says_which_road_it_is_if_it_is_not_the_main_one(bare, told, road):
    bare.edit("story.toml", "\n[tests]\n", told)
    assert bare.story.heading("2 · Three") == f"2 · Three{road}"


def test_a_road_has_chapters_by_their_numbers(bare):
    bare.edit("story.toml", "\n[tests]\n", GALLERY.replace("[2]", '["2"]'))
    with pytest.raises(BadFile, match=r"roads\.galleries is not a list of numbers"):
        read_story(bare.root)


def test_a_story_in_a_folder_without_a_pytest_ini_is_its_own_top_and_can_be_run(small, capsys):
    (small.root / "pytest.ini").unlink()
    assert small.story.top == small.root.resolve()
    assert small.verb("gate") == 0
    assert capsys.readouterr().out == f"{OPEN}\n"


def test_no_step_of_that_number_and_no_step_at_all(bare, capsys):
    with pytest.raises(NoStep, match=r"^there is no step 7: the steps are 0 to 4$"):
        bare.story.step(7)
    for step in bare.story.steps:
        step.folder.rename(step.folder.with_name(f"x{step.name}"))
    assert bare.verb("gate") == 2
    assert capsys.readouterr().err == "there is no step in steps: the first is called step_00_slug\n"


def test_the_first_story_lies_in_steps_and_one_may_be_named_by_its_folder(here):
    workspace = Workspace(here.root)
    assert workspace.story() == workspace.stories[0] == workspace.story("poker")
    assert workspace.story("poker").file == here.root / "steps" / "story.toml"
    small = workspace.story("tests/small")
    assert (small.name, small.top, small.shown(small.suite)) == ("small", here.root, "tests/small/suite")


def test_every_table_of_the_first_story_is_read(here):
    """What its story.toml says is what the tooling knows."""
    file = here.path("steps/story.toml")
    told, story = tomllib.loads(file.read_text(encoding="utf-8")), Workspace(here.root).story()
    assert [kata.name for kata in story.katas] == list(told["katas"])
    assert [verb.name for verb in story.verbs] == list(told["verbs"])
    assert story.source
    ends = [story.source.parts[place] for place in (0, -1)]
    assert ends == [told["source"][key] for key in ("first", "last")]
    assert [*story.imports] == [*told["beside"]]
