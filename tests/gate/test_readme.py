"""Law 7: the form of a README, and its names."""

import pytest

from gate.planting import faults, opens, shuts

EDITS = faults(r"""law 7
## a README has no head > step_02_numbers | do not have the form # Step 07
@ step_02/README.md
-*Chapter 1 · Counting · test first*
+Chapter 1, on counting
## a README names a function that the code does not have > step_01_fake_it | nothing is called `tell`
@ step_01/README.md
-`say` is a constant
+`tell` is a constant
## its headings have another order > step_02_numbers | its headings are Red, Refactor, What to notice
@ step_02/README.md
-## Green
+## Refactor
## a README ends without a question > step_02_numbers | its last paragraph is not a question
-**Ask the room:**
+Ask the room:
## a README is still a draft > step_01_fake_it/README.md | is still a draft; say it in your own words
@ step_01/README.md
-- `say` is a constant.
+- …
## a README calls itself a refactoring > step_02_numbers | says refactoring, and it is test first
@ step_02/README.md
-test first
+refactoring
## a README has the number of another step > step_02_numbers | calls itself step 03
-# Step 02 ·
+# Step 03 ·
## a title is not that of its folder
> step_02_numbers/README.md:1: its title is Counting, and its folder step_02_numbers; give both the same name
-# Step 02 · Numbers
+# Step 02 · Counting
## a block is fenced by tildes
> step_02_numbers/README.md:18: this block has another form; put ```python above it
-```python say:3
+~~~python
     return str(number)
-```
+~~~
## indented > step_02_numbers/README.md:18: this block has another form; put ```python above it
-```python say:3
+  ```python
     return str(number)
-```
+  ```
## a block is closed by nothing > step_02_numbers/README.md:
> this block has another form; put ```python above it and ``` below it, at the left margin
 **Ask the room:** which test took it away?
+
+```python
+    return str(number)
## a block stands in a list > step_02_numbers/README.md:26: this block has another form
 - The constant is gone.
+
+  ```python
+      return str(number)
+  ```
## a block stands in a quotation > step_02_numbers/README.md:24: this block has another form
-- The constant is gone.
+> ```python
+> a lie
+> ```
## a block is indented by four spaces, and has no fence
> step_02_numbers/README.md:18: this block has another form; put ```text above it
 ## Green
+
+    return a + lie
## a block is of no known kind > step_02_numbers/README.md:18: a block is python (code), text ( | not 'py'
-```python say:3
+```py
     return str(number)
 ```
## hidden by a comment
> step_02_numbers/README.md:26: HTML: <!-- nobody; write it in Markdown, or leave it out
 - The constant is gone.
+
+<!-- nobody
+sees this -->
## a comment hides text in a sentence > step_02_numbers/README.md:24: HTML:
-- The constant is gone.
+- The constant is <!-- not --> gone.
## a heading stands in a comment > step_02_numbers/README.md: its headings are Red, What to notice
+<!--
 ## Green
+-->
## a heading stands in a block > step_02_numbers/README.md: its headings are Red, What to notice
+```text
 ## Green
+```
## a later step is the start > step_04_divisible/README.md:3: says start, and it is refactoring; say start
@ step_04/README.md
-· refactoring*
+· start*
## the first step is a refactoring > step_00_nothing_yet/README.md:3: says refactoring, and it is start
@ step_00/README.md
-· start*
+· refactoring*
## the room is asked twice > step_02_numbers/README.md:26: asks the room twice
@ step_02/README.md
 - The constant is gone.
+
+**Ask the room:** is it gone?
## a chapter comes back > step_04_divisible/README.md:3: chapter 1 comes after chapter 2
@ step_04/README.md
-*Chapter 2 · Three · refactoring*
+*Chapter 1 · Counting · refactoring*
## a chapter has too low a number > step_04_divisible/README.md:3: chapter 0 comes after chapter 2
-*Chapter 2 · Three · refactoring*
+*Chapter 0 · Zero · refactoring*
@ step_02/README.md
## a name over two lines is that of nothing > step_02_numbers/README.md:24: nothing is called `tell`
-The constant is gone.
+The constant of `tell
+  ()` is gone.
## an expression has a name that nothing has > step_02_numbers/README.md:25: nothing is called `nothing`
-The constant is gone.
+The constant is
+  `say(nothing)` now.
## a name stands only in a docstring > step_04_divisible/README.md:19: nothing is called `What`
@ step_04/README.md
-No colour has changed.
+`What` has changed.
""")


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(small, capsys, planted):
    planted.is_named(small, capsys)


def test_a_readme_that_names_its_source_alone_says_nothing(small, capsys):
    source = "\nRetold from *The Song* by Ann, verses 2–3.\n"
    small.path("step_02/README.md").write_text(source, encoding="utf-8")
    shuts(small, capsys, "law 7 · steps/step_02_numbers/README.md: its first three lines do not have")


HONEST = [
    "`say(4)`, `str`, `number % 3`, `[2, 3]` and `say`",
    "`append` is Python's, and so are `match` and `itertools`",
    "`Fizz: 3` and `1 2 Fizz 4` are what is said",
    "`fizz.py` and `suite/test_numbers.py` are files",
    "All 5 tests of the suite are green, and all three mutants are red",
    "One new guard, and two tests that are older",
    "2 < 3 and 5 > 4, said A&B",
    "A\n  - list\n    - in a list",
]


def test_an_honest_story_may_say(small, capsys):
    small.edit("step_03/README.md", "Four is a guard.", ".\n- ".join(HONEST))
    opens(small, capsys)
