"""Law 6: each step stands alone."""

import pytest

from gate.planting import plant, shuts

EDITS = [
    plant(
        6,
        "a step imports another step",
        "step_02/fizz.py",
        '"""Fizz."""\n',
        '"""Fizz."""\n\nfrom steps.step_01_fake_it.fizz import say as said\n',
        "step_02_numbers",
        "imports steps.step_01_fake_it.fizz",
    ),
    plant(
        6,
        "a step imports the tooling",
        "step_02/fizz.py",
        '"""Fizz."""\n',
        '"""Fizz."""\n\nimport dojo.errors\n',
        "step_02_numbers",
        "imports dojo.errors",
    ),
    plant(
        6,
        "what stands beside a step imports what story.toml does not name",
        "step_04/words.py",
        "import fizz\n",
        "import fizz\nimport numpy\n",
        "step_04_divisible",
        "words.py:",
        "imports numpy",
    ),
    plant(
        6,
        "a verse is told twice",
        "step_03/README.md",
        "v. 4",
        "v. 3–4",
        "step_03_fizz",
        "tells verse 3, which step_02_numbers tells already",
    ),
    plant(6, "a verse is told by no story", "step_02/README.md", "v. 2–3", "v. 2", "no story tells verse 3"),
    plant(
        6,
        "a verse that the song has not",
        "step_03/README.md",
        "v. 4",
        "v. 4–5",
        "step_03_fizz",
        "the song has no verse 5",
    ),
    plant(
        6,
        "a chapter has two names",
        "step_02/README.md",
        "Chapter 1 · Counting",
        "Chapter 1 · Counts",
        "step_02_numbers",
        "calls chapter 1 Counts, which was Counting before",
    ),
]


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    (small.path("step_04/fizz.py").parent / "words.py").write_text('"""Words."""\n\nimport fizz\n')
    planted.is_named(small, capsys)


def rename(old, new):
    def planted(copy):
        folder = copy.path(f"{old}/fizz.py").parent
        folder.rename(folder.with_name(new))

    return planted


def delete(path):
    def planted(copy):
        copy.path(path).unlink()

    return planted


def put(path):
    def planted(copy):
        copy.path("step_02").joinpath(path).write_text("")

    return planted


FOLDERS = [
    pytest.param(
        put("more.py"), ["law 6 · steps/step_02_numbers/more.py", "nothing names it"], id="a file more"
    ),
    pytest.param(
        rename("step_02", "step_07_numbers"),
        ["law 6 · steps/step_03_fizz", "a number is missing"],
        id="a step is gone from its place",
    ),
    pytest.param(
        rename("step_02", "step_01_numbers"),
        ["law 6 · steps/step_01_numbers", "has the same number as step_01_fake_it"],
        id="two steps have one number",
    ),
    pytest.param(
        rename("step_02", "step_two"),
        ["law 6 · steps/step_two", "is called step_NN_slug"],
        id="a step has no number",
    ),
    pytest.param(
        rename("step_00", "step_07_nothing"),
        ["law 6 · steps/step_01_fake_it", "start with 00"],
        id="no step 00",
    ),
    pytest.param(delete("step_02/README.md"), ["law 6 · steps/step_02_numbers/README.md"], id="no README"),
    pytest.param(delete("step_02/fizz.py"), ["law 6 · steps/step_02_numbers/fizz.py"], id="no module"),
]


@pytest.mark.parametrize(("planted", "told"), FOLDERS)
def test_the_gate_names_a_folder_that_is_wrong(small, capsys, planted, told):
    planted(small)
    shuts(small, capsys, *told)
