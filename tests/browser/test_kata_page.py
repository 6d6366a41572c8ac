"""What a page tells of the statement of a kata: it is read where there is no terminal."""

from pathlib import Path

import pytest

from dojo.browser.kata_page import told_in_a_browser

TOP = Path(__file__).parents[2]
STATEMENTS = sorted(TOP.glob("katas/*/README.md"))
STATEMENT = """\
# Words

## The task

Say it.

## The example

It is said like this:

```text
one
```

Above.
Step 3 solves it, and so does this one:

```sh
make step-3 run
```

## In Python, test by test

```sh
make start
```

The first command makes a folder.

The tests ask for `say`.

[All of it](../docs/participating.md) has the verbs.

## In any language

Write it.

## What is left out

Shouting.
"""
TOLD = """\
# Words

## The task

Say it.

## The example

It is said like this:

```text
one
```


## In Python, test by test

The tests ask for `say`.

## What is left out

Shouting.
"""


def test_what_is_typed_at_a_terminal_is_left_out_with_the_words_before_it():
    assert told_in_a_browser(STATEMENT) == TOLD


@pytest.mark.parametrize("file", STATEMENTS, ids=lambda file: file.parent.name)
def test_no_statement_of_ours_tells_of_commands_in_a_browser(file):
    told = told_in_a_browser(file.read_text(encoding="utf-8"))
    assert "## The task" in told
    assert "```sh" not in told
    assert "make start" not in told
    assert ":\n\n## " not in told


@pytest.mark.parametrize("file", STATEMENTS, ids=lambda file: file.parent.name)
def test_in_a_browser_each_statement_of_ours_names_what_the_tests_ask_for(file):
    shown = told_in_a_browser(file.read_text(encoding="utf-8"))
    in_python = shown.partition("\n## In Python")[2].partition("\n## ")[0]
    assert "`make " not in in_python
    assert "(" in in_python


def test_a_section_of_commands_alone_is_left_out_with_its_title():
    assert told_in_a_browser("# Words\n\n## In Python\n\n```sh\nmake start\n```\n") == "# Words\n\n"
