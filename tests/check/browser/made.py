"""Pages of what nobody has done: a proof, the lights of a session, an evening, and a room."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from helpers import record_light, small_copy
from history.session import MINUTE, START, record
from prove.made import RED, USUAL, Change, from_to, of

from check.browser.rooms import NOW, Planted, light, lights, view
from dojo.attempt.attempt import Attempt
from dojo.files import write_file
from dojo.history.retro import Evening, format_retro
from dojo.history.timeline import lights as write_lights
from dojo.prove.page import proof_page
from dojo.prove.verdict import Kind
from dojo.prove.versions import Proof, Revision
from dojo.room.models import Record

PLANTED = "<script>document.title = 'planted'</script><img src=x onerror=alert()>"
LONG = "a_name_that_is_so_long_that_no_phone_has_a_line_for_it_and_no_hyphen_in_it"
SAID_ALOUD = from_to({"game.py": f"{LONG} = 1\n"}, {"game.py": f"{LONG} = {LONG} + '{LONG}'\n"})
FILES = from_to({"a.bin": b"\0", "old.py": "1\n"}, {"a.bin": b"\0\0", "new.py": "2\n" * 30})
IN_VERSION: dict[str, tuple[list[Kind], Change]] = {
    "A spare": ([Kind.BY_NAME], USUAL),
    "The tenth frame": ([Kind.BY_CRASH, Kind.PASSES, Kind.GUARD, Kind.WEAKENED], SAID_ALOUD),
    "Names": ([Kind.ADAPTED, Kind.PAYS, Kind.UNSEEN, Kind.SEEN, Kind.CRASHED], {}),
    "Tidy": ([Kind.REFACTORING], FILES),
    LONG: (
        [
            Kind.UNTESTED,
            Kind.MADE_GREEN,
            Kind.STILL_RED,
            Kind.ASKED_MORE,
            Kind.SWITCHED_OFF,
            Kind.BROKE,
            Kind.REPAIRED,
        ],
        USUAL,
    ),
}


def proof(folder: Path) -> Path:
    """A proof with each kind, and with what is hard to draw."""
    versions: list[Revision] = []
    for title, (kinds, change) in IN_VERSION.items():
        told = {"rule": LONG if title == LONG else "a strike", "failure_before": RED.failure_before}
        verdicts = tuple(of(kind, **told) for kind in kinds)
        seen = (RED,) if title == "A spare" else ()
        versions.append(Revision(f"aaaaaa{len(versions) + 1}", title, seen + verdicts, **change))
    passes = of(Kind.PASSES, rule=PLANTED, test=PLANTED, explained=PLANTED)
    hostile = passes, of(Kind.NO_ANSWER, failure_before=PLANTED)
    change = from_to({}, {f"{PLANTED}.py": PLANTED})
    versions.append(Revision("aaaaaa6", PLANTED, hostile, (PLANTED,), **change))
    page = proof_page(Proof("6 commits of bowling", tuple(versions), ("The range is main..feature.",)))
    return write_file(folder / "proof.html", page)


RUNS = [
    ("red", "", "one is said"),
    ("green", 'def say(number):\n    return "1"\n', "one is said"),
    ("amber", "def say(number)\n", "two is said"),
    ("green", "def say(number):\n    return str(number)\n", PLANTED),
]


def lights_of_a_session(folder: Path) -> Path:
    """The page of `make lights PAGE=1` for a session of four runs."""
    copy = small_copy(folder)
    attempt = Attempt(copy.root / "kata" / "attempts" / "tables-3", copy.story, copy.story.katas[0])
    attempt.folder.mkdir(parents=True)
    for colour, code, rule in RUNS:
        if code:
            attempt.module.write_text(code)
        test = f"suite/test_numbers.py::test_numbers[{rule}]"
        record_light(attempt, verb="next", colour=colour, counts={colour: 1}, test=test)
    write_lights(attempt, page=True)
    return attempt.folder.with_name("tables-3-lights.html")


NAMES = [f"tables-{number}" for number in range(1, 13)]
COLOURS = ["red", "green", "red", "amber", "red", "green"] * 4


def rhythm(place: int) -> list[tuple[int, str, dict[str, Any]]]:
    """The lights of a pair, each in another rhythm."""
    return [(place + n * (1 + n % 3), colour, {"code": 7 * n}) for n, colour in enumerate(COLOURS)]


def retro(folder: Path, pairs: Sequence[Record] = ()) -> Path:
    """The page of `make retro` for these pairs, or for twelve."""
    pairs = pairs or [record(name, *rhythm(place)) for place, name in enumerate(NAMES)]
    evening = Evening("the room plum-fox", pairs, [(START, START + 20 * MINUTE)])
    return write_file(folder / "retro.html", format_retro(evening, anonymous=False))


def three_pairs(room: Planted) -> None:
    """One that is red for ten minutes, one that is green, and one that is red for two."""
    room.put("tables-10", lights("green", "red", begin=630, every=30, known=2))
    room.put("tables-2", lights("red", "green", begin=300, known=8))
    room.put("tables-1", lights("green", "red", "red", begin=150, every=30, known=5))


def fill(room: Planted) -> Planted:
    """Rows of all kinds, a note, and a clock at its end."""
    three_pairs(room)
    room.put("tables-3", lights("green", "red", "amber", "keep", begin=900), shares=True)
    room.waits = {"tables-3": 20}
    room.put("tables-4", [light(0, "green", NOW - 600), light(1, "red", NOW - 570)], left=True)
    room.clock = view(over=12.0)
    room.notes = ["tables-99.lights: it is no file of make hand-in"]
    room.files = [{"name": "fizz.py", "rows": [["same", "a"], ["gone", "b"], ["new", "c"]]}]
    return room
