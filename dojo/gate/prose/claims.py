"""A claim that a check can try: a change to the step, and the tests that are no longer green with it.

It is a paragraph that begins with **Try it:**, a block of `diff`, and a paragraph that begins with what is
seen.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from dojo.runner.result import Cell
from dojo.story.readme import Part, parts

TRY = "**Try it:**"
ALL_GREEN = "Every test stays green."
SEEN = re.compile(r"(Red|Amber): (“[^”]+”(?:, “[^”]+”)*)(?: and (\d+) more)?\.(?:\s+|$)")
RULE = re.compile(r"“([^”]+)”")
FORM = f"“{ALL_GREEN}”, or like this: Red: “a rule”, “another rule” and 3 more. Amber: “a rule”."
HUNK = "@@"


class BadClaim(Exception):
    """A claim that cannot be tried; the message says why."""


class Seen(NamedTuple):
    """The tests of one colour: some by their rules, and how many more."""

    colour: str
    rules: list[str]
    more: int


class Claim(NamedTuple):
    """A change, and what it is said to show: nothing, if all stays green."""

    line: int
    diff: list[str]
    seen: list[Seen]


def claims(prose: str) -> Iterator[Claim | tuple[int, str]]:
    """Each claim of a README; or, if it does not have the form of a claim, its line and its fault."""
    found = [part for part in parts(prose) if part.what != "html"]
    for before, part, after in zip([None, *found], found, [*found[1:], None], strict=False):
        starts = part.what == "paragraph" and part.text.startswith(TRY)
        if starts and not (after and after.kind == "diff"):
            yield part.line, f"a block of diff has to follow {TRY}; write it there"
        if part.what != "block" or part.kind != "diff":
            continue
        if not (before and before.what == "paragraph" and before.text.startswith(TRY)):
            yield part.line, f"a block of diff follows a paragraph that begins with {TRY}; write one above it"
            continue
        seen = read(after) if after else None
        if seen is None:
            yield after.line if after else part.line, f"the result has to follow the diff; write {FORM}"
        else:
            yield Claim(part.line, part.lines, seen)


def read(part: Part) -> list[Seen] | None:
    """What a paragraph says is seen, in the sentences that it begins with; None if it says nothing."""
    text = " ".join(part.text.split())
    if part.what != "paragraph" or part.nested:
        return None
    if text.startswith(ALL_GREEN):
        return []
    found = []
    while said := SEEN.match(text):
        found.append(Seen(said[1].lower(), RULE.findall(said[2]), int(said[3] or 0)))
        text = text[said.end() :]
    return found or None


def changed(code: str, diff: list[str]) -> str:
    """The code with a change; raises BadClaim if it does not fit in exactly one place."""
    lines, whole = [], f"\n{code}"
    for is_head, hunk in groupby(diff, key=lambda line: line.startswith(HUNK)):
        if not is_head:
            lines = list(hunk)
            whole = replaced(whole, lines)
    if whole == f"\n{code}":
        raise BadClaim("this diff changes nothing; let its lines begin with - and +")
    return whole[1:]


def replaced(whole: str, lines: list[str]) -> str:
    """The code with one part of a change."""
    if bad := [line for line in lines if line and line[0] not in "-+ "]:
        raise BadClaim(f"a line of a diff begins with -, + or a space: {bad[0]}; put one of them in front")
    old, new = ("".join(f"{line[1:]}\n" for line in lines if line[:1] != sign) for sign in "+-")
    places = whole.count(f"\n{old}") if old.strip() else 0
    if places != 1:
        first = next((line[1:].strip() for line in lines if line[:1] != "+" and line.strip()), "")
        if not first:
            raise BadClaim("this diff only adds; let it begin with the line before")
        fits = f"this fits in {places or 'no'} places of the step, not in one: {first}"
        raise BadClaim(f"{fits}; quote the lines round it too")
    return whole.replace(f"\n{old}", f"\n{new}")


def untrue(claim: Claim, cells: list[Cell]) -> str:
    """What is not as the claim says, after the tests have run; nothing if all of it is."""
    for seen in claim.seen:
        for rule in seen.rules:
            colours = {cell.colour for cell in cells if cell.rule == rule}
            if not colours:
                return f"no test that is written by then is called “{rule}”"
            if seen.colour not in colours:
                return f"“{rule}” is {colours.pop()} then, not {seen.colour}"
    return next(filter(None, (miscounted(colour, claim, cells) for colour in ("red", "amber"))), "")


def miscounted(colour: str, claim: Claim, cells: list[Cell]) -> str:
    """Are other tests of this colour than the claim says?"""
    said = [rule for seen in claim.seen if seen.colour == colour for rule in seen.rules]
    more = sum(seen.more for seen in claim.seen if seen.colour == colour)
    others = [cell.rule for cell in cells if cell.colour == colour and cell.rule not in said]
    if len(others) == more:
        return ""
    there = "1 test is" if len(others) == 1 else f"{len(others) or 'no'} tests are"
    beside = "besides those named " if said else ""
    such = f", “{others[0]}” among them" if others else ""
    return f"{beside}{there} {colour} then{such}; the README says {more}"
