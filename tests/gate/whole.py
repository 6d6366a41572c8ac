"""A workspace of one story that uses all that a story may have, to take something away from it."""

from helpers import TOP

from gate.planting import lacks

HOME = "katas/fizz"
OWN = """
[verbs.count]
module = "katas.fizz.count"
help = "count"

[own]
bench = "katas.fizz.bench"
pages = "katas.fizz.pages"
files = ["notes.txt"]
"""
"""What the small story does not use of a story.toml."""
TOML = (TOP / "tests" / "small" / "story.toml").read_text("utf-8") + OWN


def add_cases(copy):
    """Give its kata two cases."""
    cases = copy.root / HOME / "kata" / "cases"
    cases.mkdir()
    for name in ("01-one.in", "01-one.out", "02-two.in", "02-two.out"):
        (cases / name).write_text("1\n", "utf-8")


def is_named(copy, capsys, *told):
    """The gate is shut, and says this in its lines, or stops at what it cannot read; gives its lines."""
    if copy.verb("gate") == 2:
        assert capsys.readouterr().err.startswith(told)
        return []
    *said, _shut = capsys.readouterr().err.splitlines()
    assert [one for one in told if not any(one in line for line in said)] == [], said
    assert [line for line in said if lacks(line, copy.root) and not line.endswith(" lists all")] == []
    return said
