"""What the bench asks of the steps, and in which words it is told."""

from dojo.bench.timings import LEAST, MOST, Target, Work

PEERS = ["treys", "phevaluator", "eval7", "pokerkit"]
"""What a Python user would install instead."""
LOOP = "eval7's loop"
"""A plain loop over eval7, for what is done in bulk."""
CARDS, TEXT = "seven prepared cards", "seven cards from text"
TARGETS = [
    Target("prepared", "step 97", "treys", LEAST, 3, CARDS),
    Target("prepared", "step 98", "treys", LEAST, 30, CARDS),
    Target("prepared", "step 98", "eval7", LEAST, 1.5, CARDS),
    Target("text", "step 98", "treys", LEAST, 10, TEXT),
    Target("scores", "step 98", "step 62", LEAST, 60, "scores of 100,000 lines"),
    Target("bulk", "step 99", LOOP, LEAST, 45, "a million hands"),
    Target("census", "step 99", LOOP, LEAST, 130, "the census of seven cards"),
    Target("memory", "step 99", "", MOST, 100, "the census of seven cards", "MiB at the peak"),
    Target("equity", "step 99", LOOP, LEAST, 200, "exact equity of two hands"),
    Target("growth", "one of 10,000,000 hands", "one of 100,000 hands", MOST, 1.1),
    Target("start", "step 98", "step 65", MOST, 1.5, "a start of its program"),
    Target("judge", "make judge", "pytest for each evaluator", MOST, 0.25, "forty tests"),
]
"""Other steps are only plotted."""
WORK = Work(
    title="How many hands a second each step evaluates, beside what others install",
    one="hand",
    many="hands of seven cards",
    group="prepared",
    again="text",
    again_called="the same from text",
    peers=PEERS,
    more=[["bulk", "step 99", "an array at a time"]],
)
