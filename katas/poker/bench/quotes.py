"""The ratios that a story quotes, held to what the bench measured.

A ratio is written `20 times as fast as treys`; the sentence says of what: of hands from text, of lines, of
rows, of the census or of odds, and else of seven prepared cards.
"""

import re
from collections.abc import Iterator
from statistics import median

from dojo.bench.timings import FILE, LEAST, Figures, Target
from dojo.story.steps import Step
from katas.poker.bench.targets import LOOP, PEERS

GROUPS = {"text": "text", "lines": "scores", "rows": "bulk", "census": "census", "odds": "equity"}
"""The word of a sentence that tells what was measured."""
OTHERS = ("step [0-9]+", "before", "such a loop", "a loop over eval7", *PEERS)
QUOTE = re.compile(rf"([0-9][0-9,]*(?:\.[0-9]+)?) times as fast as ({'|'.join(OTHERS)})")
SENTENCE = re.compile(r"(?<=[.;?])\s|\n\n|\n- ")
TOLERANCE = 1 / 3
"""Another machine gives other ratios, hardly by more than that."""


def faults(step: Step, figures: Figures) -> Iterator[str]:
    """A line for each ratio of a story that was not measured, or came to another figure."""
    for sentence in SENTENCE.split(step.prose):
        group = next((group for word, group in GROUPS.items() if word in sentence.lower()), "prepared")
        for ratio, other in QUOTE.findall(" ".join(sentence.split())):
            target = Target(group, f"step {step.number}", whose(other, step), LEAST, 0)
            measured = figures.ratios(target)
            where = f"{step.name}/README.md: {ratio} times as fast as {other}"
            if not measured:
                yield f"{where} was not measured: make bench"
            elif abs(float(ratio.replace(",", "")) / median(measured) - 1) > TOLERANCE:
                yield f"{where} is {median(measured):.3g} in {FILE}"


def whose(words: str, step: Step) -> str:
    """The name under which the other one was measured."""
    if "loop" in words:
        return LOOP
    return f"step {step.number - 1}" if words == "before" else words
