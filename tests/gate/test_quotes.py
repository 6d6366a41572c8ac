"""Law 7: what a README quotes stands there and happens, in the part of the story that it belongs to."""

import pytest

from gate.planting import SAYS, faults, opens, shuts

EDITS = faults(r'''law 7
## a README quotes code that stands nowhere > step_02_numbers | this code stands nowhere
@ step_02/README.md
-    return str(number)
+    return repr(number)
## a README leaves out a line of code > step_04_divisible | this code stands nowhere
@ step_04/README.md
-    """Is nothing left?"""
## a README quotes a failure that does not happen > step_02_numbers | this failure does not happen
@ step_02/README.md
-E       AssertionError: assert '1' == '2'
+E       AssertionError: assert '1' == '3'
## a failure that does not happen stands below an empty line > step_02_numbers | this failure does not happen
 E       AssertionError: assert '1' == '2'
+
+
+
+E       no such line
## a README quotes nothing > step_03_fizz | README.md:11: an empty block
@ step_03/README.md
-E       AssertionError: assert '3' == 'Fizz'
## *Red* quotes a test that drives another step, beside its own
> step_02_numbers/README.md:7: *Red* quotes the tests that drive the step
@ step_02/README.md
+    drives(1, "one is said", 1, "1"),
     drives(2, "two is said", 2, "2"),
## *Red* quotes a guard > step_03_fizz/README.md:7: *Red* quotes the tests that drive the step
@ step_03/README.md
-    assert fizz.say(3) == "Fizz"
+    guards(3, "four is said", 4, "4"),
## *Red* quotes the wrong function > step_02_numbers/README.md:7: *Red* quotes the tests that drive the step
@ step_02/README.md
-    drives(2, "two is said", 2, "2"),
+    assert fizz.say(3) == "Fizz"
## *Red* quotes the code of the step > step_02_numbers/README.md:7: *Red* quotes the tests that drive the step
-    drives(2, "two is said", 2, "2"),
+    return str(number)
## *Red* quotes another test's failure > step_03_fizz/README.md:11: this failure does not happen
@ step_03/README.md
-E       AssertionError: assert '3' == 'Fizz'
+E       AssertionError: assert '1' == '2'
## *Red* quotes where it fails and not what > step_02_numbers/README.md:11: quotes no line of the failure
@ step_02/README.md
-E       AssertionError: assert '1' == '2'
## *Red* quotes no failure > step_03_fizz/README.md: *Red* quotes no failure
@ step_03/README.md
-```text
-E       AssertionError: assert '3' == 'Fizz'
-```
-
## *Green* quotes no code > step_02_numbers/README.md: *Green* quotes no code
@ step_02/README.md
 ## Green

-```python
-    return str(number)
-```
+It says what it hears.
## *Green* quotes old code > step_02_numbers/README.md:18: the step before had this already: def say(number):
-    return str(number)
+def say(number):
## *Green* quotes the suite > step_02_numbers/README.md:18: this is from the suite
 ```python
-    return str(number)
+    assert fizz.say(number) == said
 ```
## *Refactor* quotes what the step before had > step_04_divisible/README.md:11:
@ step_04/README.md
-def divisible(number, by):
-    """Is nothing left?"""
-    return number % by == 0
+    """What is said at a number."""
## *Green* quotes new code > step_04_divisible/README.md:7: *Green* of a refactoring is where it starts
-All of it works.
+```python
+    return number % by == 0
+```
## a docstring as code > step_04_divisible/README.md:11: this is the text of a docstring or a comment
-def divisible(number, by):
     """Is nothing left?"""
-    return number % by == 0
## lines of two files are quoted as one > step_04_divisible/README.md:11: this code stands nowhere
     return number % by == 0
+
+
+"""Fizz."""
''')


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


def test_a_failure_is_of_one_test_and_not_of_several(small, capsys):
    small.edit("suite/test_more.py", "drives(3)", "drives(2)")
    small.edit("suite/test_numbers.py", "guards(3", "drives(3")
    line = "E       AssertionError: assert '1' == 'Fizz'"
    small.edit("step_02/README.md", "assert '1' == '2'", f"assert '1' == '2'\n{line}")
    shuts(small, capsys, f"README.md:11: this failure does not happen: {line}")


def test_a_comment_is_quoted_as_code(small, capsys):
    old, comment, below = "    return number % by", "    # nothing is left\n", "## What to notice"
    for path in ("step_04/fizz.py", "step_04/README.md"):
        small.edit(path, old, comment + old)
    opens(small, capsys)
    small.edit("step_04/README.md", below, f"```python\n{comment}```\n\n{below}")
    shuts(small, capsys, "README.md:18: this is the text of a docstring or a comment")


HONEST = [
    ("## What to notice", SAYS),
    ("## What to notice", '    return "1"\n'),
    (
        "## Green",
        '@pytest.mark.parametrize(("number", "said"), NUMBERS)\n'
        "def test_numbers(fizz, number, said):\n    assert fizz.say(number) == said\n",
    ),
    ("## Green", '"""Numbers are said as they are."""\n\nimport pytest\nfrom rows import drives, guards\n'),
    ("## Green", "NUMBERS = [\n"),
    ("- The constant is gone.", SAYS),
    ("- The constant is gone.", "    assert fizz.say(number) == said\n"),
]


@pytest.mark.parametrize(("above", "code"), HONEST)
def test_an_honest_story_may_quote(small, capsys, above, code):
    small.edit("step_02/README.md", above, f"```python\n{code}```\n\n{above}")
    opens(small, capsys)
