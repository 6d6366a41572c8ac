"""Tables of rules that are written as a text."""

from itertools import groupby
from textwrap import dedent

import pytest


def rows(text):
    """The rows of a table: each a rule, and indented below it what is given => what is found."""
    lines = [line for line in dedent(text).splitlines() if line]
    groups = [list(group) for _, group in groupby(lines, key=lambda line: line.startswith(" "))]
    told = [" ".join(map(str.strip, group)).split("=>") for group in groups[1::2]]
    return [
        pytest.param(*map(str.strip, parts), id=rule)
        for (rule,), parts in zip(groups[::2], told, strict=True)
    ]
