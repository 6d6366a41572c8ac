"""How the text of a run is made to fit the screen: what says least is left out first.

The title of the test, its assertion, what was wanted and what came stay as long as there is any room.
"""

from enum import IntEnum

from rich.text import Text

from dojo.runner.failure.printing import PRINTED
from dojo.runner.failure.reason import MARK

DOTS = "…"
# how a run begins to tell of the test that comes next, and of one that failed
NEXT_TEST, TITLE = "The next test", "“"
# how a run says what to do at red: the keys are named below the bar as well
ONWARD = "Make it green, then "
MAX_TITLE_LINES = 3
# of a text without a failure, the first lines get the room divided by this
HEAD = 4
# of what was wanted and what came, on the lowest screen
MIN_REST_LINES = 3


class FailurePart(IntEnum):
    """A part of the text of a run; the first is left out first."""

    BEFORE = 0  # what is said before the test
    ONWARD = 1  # which key to type next
    SOURCE = 2  # the test up to its assertion
    CALLS = 3  # how the code came to where it raised
    OUTPUT = 4  # what the test printed
    ROW = 5  # the values of the test, which its title often names
    ADVICE = 6  # what is said below what came
    TITLE = 7  # from its fourth line on
    REST = 8  # what was wanted and what came: its middle
    KEPT = 9


# in this order; then, of what is left, the middle
LEFT_OUT_FIRST = [part for part in FailurePart if part < FailurePart.REST]


def fit(above: list[Text], notes: list[Text], height: int) -> tuple[list[Text], int]:
    """Return `height` lines: of the text of a run, and below it of what was said since then.

    The second value is how many lines are left out, not counting empty ones.
    """
    total = count_written(above) + count_written(notes)
    head = height // HEAD
    # an empty line between them, and the dots of the text above
    most_notes = height - head - 2
    notes = notes[:most_notes]
    separator = [Text()] if above and notes else []
    room = height - len(notes) - len(separator)
    if len(above) > room:
        above = fit_run(above, room, head)
    shown = [*above, *separator, *notes]
    return shown, total - count_written(shown)


def fit_run(lines: list[Text], height: int, head: int) -> list[Text]:
    """Return `height` lines of the text of a run; where no test is named, the first `head` lines stay."""
    parts = find_parts([line.plain.rstrip() for line in lines])
    # empty lines go before anything else does
    written = [(line, part) for line, part in zip(lines, parts, strict=True) if line.plain.strip()]
    for part in LEFT_OUT_FIRST:
        written = leave_out(written, part, len(written) - height)
    shown = [line for line, _ in written]
    if len(shown) <= height:
        return shown
    rest = find_rest(written)
    # where no test failed, all of it is the rest
    if rest > 0:
        return fit_failure(shown, rest, height)
    plain = [line.plain.rstrip() for line in shown]
    if find_title(plain, len(plain)) is not None:
        # of a case, what differs comes first
        return leave_out_after(shown, height - head, height)
    return fit_unnamed(shown, height, head)


def find_rest(lines: list[tuple[Text, FailurePart]]) -> int:
    """Return the place of the first line of what was raised; 0 if there is none."""
    for number, (_, part) in enumerate(lines):
        if part == FailurePart.REST:
            return number
    return 0


def fit_unnamed(lines: list[Text], height: int, head: int) -> list[Text]:
    """Return `height` lines of a text that names no test: the first ones, and the marked one with more."""
    plain = [line.plain.rstrip() for line in lines]
    failing = plain.index(PRINTED) if PRINTED in plain else len(plain)
    for number, line in enumerate(plain[:failing]):
        if line.startswith(MARK):
            failing = number
    rows = height - head - 1
    # where fewer lines come after it than there is room for, begin earlier
    start = min(failing, len(lines) - rows)
    start = max(start, head)
    return [*lines[:head], dots(), *lines[start : start + rows]]


def fit_failure(lines: list[Text], rest: int, height: int) -> list[Text]:
    """Return `height` lines of a failure; what was raised begins at `rest`, and both its ends stay."""
    too_many = rest - (height - min(MIN_REST_LINES, len(lines) - rest))
    # on a very low screen not even the title and the assertion have room
    if too_many > 0:
        lines = [lines[0], dots(), *lines[too_many + 2 :]]
        rest -= too_many
    if len(lines) <= height:
        return lines
    return leave_out_after(lines, rest + (height - rest - 1) // 2, height)


def leave_out_after(lines: list[Text], first: int, height: int) -> list[Text]:
    """Return the first lines, dots, and as many of the last ones as there is room for."""
    last = height - first - 1
    return [*lines[:first], dots(), *lines[len(lines) - last :]]


def leave_out(
    lines: list[tuple[Text, FailurePart]], part: FailurePart, number: int
) -> list[tuple[Text, FailurePart]]:
    """Return lines without so many of a part, or all of it; where others are on both sides, with dots."""
    places = [place for place, (_, its_part) in enumerate(lines) if its_part == part]
    if number <= 0 or not places:
        return lines
    is_at_start = places[0] == 0
    if is_at_start:
        # what is left of it would begin in the middle of a sentence
        return lines[places[-1] + 1 :]
    is_at_end = places[-1] == len(lines) - 1
    if is_at_end:
        first = places[-number:][0]
        return lines[:first]
    # the dots take a line: so one more is left out, and in the place of one line they win nothing
    if len(places) < 2:
        return lines
    last = places[: number + 1][-1]
    before, after = lines[: places[0]], lines[last + 1 :]
    # one line of dots says it of two parts
    next_line, _ = after[0]
    if next_line.plain == DOTS:
        after = after[1:]
    return [*before, (dots(), FailurePart.KEPT), *after]


def find_parts(lines: list[str]) -> list[FailurePart]:
    """Return which part of the text of a run each line is of; all is the rest where no test failed."""
    parts = [FailurePart.REST] * len(lines)
    end = lines.index(PRINTED) if PRINTED in lines else len(lines)
    marked = [number for number, line in enumerate(lines[:end]) if line.startswith(MARK)]
    title = find_title(lines, marked[0]) if marked else None
    if title is None:
        return parts
    end_of_title = find_end_of_paragraph(lines, title)
    # the row of a test is the first paragraph below, if the test is not
    end_of_row = find_end_of_paragraph(lines, end_of_title + 1)
    if end_of_row >= marked[0]:
        end_of_row = end_of_title
    next_test = find_next_test(lines, title)
    long_title = min(title + MAX_TITLE_LINES, end_of_title)
    spans = [
        (0, next_test, FailurePart.BEFORE),
        (next_test, long_title, FailurePart.KEPT),
        (long_title, end_of_title, FailurePart.TITLE),
        (end_of_title, end_of_row, FailurePart.ROW),
        (end_of_row, marked[0], FailurePart.SOURCE),
        (marked[0], marked[-1], FailurePart.CALLS),
        (find_advice(lines, marked[-1] + 1, end), end, FailurePart.ADVICE),
        (end, len(lines), FailurePart.OUTPUT),
    ]
    for start, stop, part in spans:
        for number in range(start, stop):
            parts[number] = part
    for number in marked:
        parts[number] = FailurePart.KEPT
    if lines[-1].startswith(ONWARD):
        parts[-1] = FailurePart.ONWARD
    return parts


def find_next_test(lines: list[str], title: int) -> int:
    """Return the place of the line above a title that says which test comes next, or else of the title."""
    for number, line in enumerate(lines[:title]):
        if line.startswith(NEXT_TEST):
            return number
    return title


def find_advice(lines: list[str], start: int, end: int) -> int:
    """Return the place of the first paragraph that is not indented: what was raised is. Or else the end."""
    for number in range(start, end):
        # a line that was too long goes on without its indentation, and begins no paragraph
        begins_paragraph = not lines[number - 1]
        if begins_paragraph and lines[number][:1].strip():
            return number
    return end


def find_title(lines: list[str], end: int) -> int | None:
    """Return the place of the line before `end` that names the test: it begins a paragraph."""
    for number in reversed(range(end)):
        is_first = number == 0 or not lines[number - 1]
        if is_first and lines[number].startswith(TITLE):
            return number
    return None


def find_end_of_paragraph(lines: list[str], start: int) -> int:
    """Return the place of the next empty line."""
    for number in range(start, len(lines)):
        if not lines[number]:
            return number
    return len(lines)


def count_written(lines: list[Text]) -> int:
    """Count the lines that are neither empty nor dots."""
    return sum(line.plain.strip() not in ("", DOTS) for line in lines)


def dots() -> Text:
    """Return the line in the place of those that are left out."""
    return Text(DOTS, style="dim")
