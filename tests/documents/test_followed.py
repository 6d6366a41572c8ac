"""A page that is followed word by word: a lie on it is named, with its line."""

import subprocess

import pytest

from documents.followed import Untrue, follow

PAGE = """\
# A page

```sh
echo one; echo two
```

```text
...
two
```

Save as `new.txt`:

```python
a = 1
b = 2
```

In `new.txt`, another number:

```diff
-a = 1
+a = 3
```

Now it fails:

```sh
grep 4 new.txt
```
"""


@pytest.fixture
def shell(tmp_path):
    def run(line):
        made = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True)
        return made.returncode, made.stdout + made.stderr

    return run


def test_what_a_page_says_is_done(shell, tmp_path):
    assert follow(PAGE, shell, tmp_path) == 5
    assert (tmp_path / "new.txt").read_text() == "a = 3\nb = 2\n"


NOT_PRINTED = "^7: this is not what is printed: "
LIES = [
    pytest.param("...\ntwo", "...\nthree", f"{NOT_PRINTED}'three'", id="another line is printed"),
    pytest.param("...\n", "", f"{NOT_PRINTED}'two'", id="a line is left out in silence"),
    pytest.param("```text", "But\n\n```text", "^9: nothing was typed", id="something else stands between"),
    pytest.param("echo two", "exit 3", "^3: echo one; exit 3 ends with status 3", id="a command that fails"),
    pytest.param("grep 4", "grep 3", "^28: grep 3 new.txt ends with status 0", id="one that should fail"),
    pytest.param("-a = 1", "-a = 2", "^21: new.txt: this fits nowhere", id="what is not there changes"),
    pytest.param("In `new.txt`", "In `no.txt`", "^21: no.txt: .*No such file", id="a change of no file"),
    pytest.param("In `new.txt`, a", "A", "^21: which file is this", id="a change without a file"),
    pytest.param("Save as", "In", "^14: which file is this", id="a new file that is said to be there"),
    pytest.param("echo two", "echo two; touch new.txt", "^14: new.txt: .*exists", id="an old file is new"),
]


@pytest.mark.parametrize(("true", "false", "seen"), LIES)
def test_a_lie_on_a_page_is_named(shell, tmp_path, true, false, seen):
    assert PAGE.count(true) == 1
    with pytest.raises(Untrue, match=seen):
        follow(PAGE.replace(true, false), shell, tmp_path)
