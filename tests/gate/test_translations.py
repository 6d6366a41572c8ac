"""Law 7: a README in another language quotes what README.md quotes."""

import pytest

from dojo.author.fill import fill
from dojo.gate.checks import FILES
from dojo.gate.evidence import Evidence
from gate.planting import lines

GERMAN = """# Schritt 02 · Zahlen

*Kapitel 1 · Zählen · erst der Test*

## Rot

```python tests
    drives(2, "two is said", 2, "2"),
```

```text failure
>       assert fizz.say(number) == said
E       AssertionError: assert '1' == '2'
```

## Grün

```python say:3
    return str(number)
```

## Was auffällt

- Die Konstante ist weg.

**Frag in die Runde:** Welcher Test hat sie vertrieben?
"""
FILE = "step_02/README.de.md"
PLACE = "law 7 · steps/step_02_numbers/README.de.md"


@pytest.fixture
def translated(small):
    """The small story, with a step that is told in German too."""
    small.path(FILE).write_text(GERMAN, "utf-8")
    return small


def test_a_translation_that_quotes_the_same_keeps_the_laws(translated):
    assert lines(translated, FILES) == []
    assert lines(translated) == []


FAULTS = [
    pytest.param(
        "str(number)",
        "repr(number)",
        ":18: is not the block of README.md:18; run make todo FILL=1",
        id="other code",
    ),
    pytest.param(
        "```python say:3",
        "```python",
        ":18: is not the block of README.md:18; run make todo FILL=1",
        id="no marker",
    ),
    pytest.param(
        "Schritt 02",
        "Schritt 03",
        ":1: its first line does not name step 02; begin with # and 02, as README.md does",
        id="another step",
    ),
    pytest.param(
        "## Grün\n",
        "Grün\n",
        ":1: has 3 headings, and README.md has 4; give it the headings of README.md, in their order",
        id="a heading is missing",
    ),
    pytest.param(
        '```python tests\n    drives(2, "two is said", 2, "2"),\n```\n',
        "",
        ":1: has 2 blocks, and README.md has 3; give it the blocks of README.md, in their order",
        id="a block is missing",
    ),
    pytest.param(
        "weg.",
        "weg.\u200b",
        ":24: has a character that no reader sees: U+200B; remove it",
        id="what nobody sees",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), FAULTS)
def test_a_translation_that_does_not_follow_is_named(translated, old, new, said):
    translated.edit(FILE, old, new)
    assert lines(translated) == [PLACE + said]


def test_a_file_with_another_name_is_no_translation(small):
    small.path("step_02/README.notes.md").write_text("")
    [said] = lines(small, FILES)
    assert said.startswith("law 6 · steps/step_02_numbers/README.notes.md: nothing names it; remove it")


def test_its_blocks_are_copied(translated):
    translated.edit(FILE, "str(number)", "repr(number)")
    written = fill(Evidence(translated.story)).files
    assert written == [translated.path(FILE)]
    assert translated.path(FILE).read_text("utf-8") == GERMAN


def test_its_head_moves_with_its_step(translated, capsys):
    assert translated.verb("step-2", "move-step", "AFTER=3") == 0
    head = translated.path("step_03/README.de.md").read_text("utf-8").splitlines()[0]
    assert head == "# Schritt 03 · Zahlen"
    assert "step 2, Numbers, is step 3 now." in capsys.readouterr().out
