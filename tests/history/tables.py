"""Tables of rules that are written as a text."""

import re
from textwrap import dedent

import pytest


def rows(text):
    """The rows of a table: a rule :: what is given => what is found; more lines of a row are indented."""
    whole = re.sub(r"\n +", " ", dedent(text).strip())
    told = [re.split(r" *(?:::|=>) *", row) for row in whole.splitlines()]
    return [pytest.param(given, found, id=rule) for rule, given, found in told]
