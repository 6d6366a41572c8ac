"""Pages of what nobody has done: a proof, the lights of a session, and an evening."""

from helpers import small_copy
from history.session import MINUTE, START, record
from prove.made import RED, USUAL, from_to, of

from check.browser.rooms import NOW, light, lights, view
from dojo.attempt import light as recorded
from dojo.attempt.attempt import Attempt
from dojo.files import write_file
from dojo.history.retro import Evening, format_retro
from dojo.history.timeline import lights as write_lights
from dojo.prove.page import proof_page
from dojo.prove.verdict import Kind, judge_code, say
from dojo.prove.versions import Proof, Revision

PLANTED = "<script>document.title = 'planted'</script><img src=x onerror=alert()>"
LONG = "a_name_that_is_so_long_that_no_phone_has_a_line_for_it_and_no_hyphen_in_it"
FAILURE = "    assert score() == 16\nE   assert 0 == 16"


def proof(folder):
    """A proof with each kind, and with what is hard to draw."""
    told = {"test": "tests/test_game.py::test_a_spare", "failure_before": FAILURE}
    spare = RED, say(Kind.BY_NAME, "a strike", name="`strike`", **told)
    tenth = (
        say(Kind.BY_CRASH, "three rolls", why="IndexError", **told),
        *map(of, (Kind.PASSES, Kind.GUARD, Kind.WEAKENED)),
    )
    names = say(Kind.ADAPTED, "all ones"), say(Kind.PAYS, "all twos", name="3 runs"), of(Kind.UNSEEN)
    tidy = (judge_code(12, 11),)
    untested, green = judge_code(12, 3), say(Kind.MADE_GREEN, LONG, **told)
    hard = untested, green, say(Kind.STILL_RED, "a heartbreaker", why="assert 299 == 300", **told)
    passes = of(Kind.PASSES, rule=PLANTED, test=PLANTED, explained=PLANTED)
    planted = passes, of(Kind.NO_ANSWER, failure_before=PLANTED)
    long = from_to({"game.py": f"{LONG} = 1\n"}, {"game.py": f"{LONG} = {LONG} + '{LONG}'\n"})
    files = from_to({"a.bin": b"\0", "old.py": "1\n"}, {"a.bin": b"\0\0", "new.py": "2\n" * 30})
    versions = (
        Revision("aaaaaa1", "A spare", spare, **USUAL),
        Revision("aaaaaa2", "The tenth frame", tenth, ("You opened two tests at once.",), **long),
        Revision("aaaaaa3", "Names", names),
        Revision("aaaaaa4", "Tidy", tidy, **files),
        Revision("aaaaaa5", LONG, hard, **USUAL),
        Revision("aaaaaa6", PLANTED, planted, (PLANTED,), **from_to({}, {f"{PLANTED}.py": PLANTED})),
    )
    told = Proof("6 commits of bowling", versions, ("The range is main..feature.",))
    return write_file(folder / "proof.html", proof_page(told))


RUNS = [
    ("red", "", "one is said"),
    ("green", 'def say(number):\n    return "1"\n', "one is said"),
    ("amber", "def say(number)\n", "two is said"),
    ("green", "def say(number):\n    return str(number)\n", PLANTED),
]


def lights_of_a_session(folder):
    """The page of `make lights PAGE=1` for a session of four runs."""
    copy = small_copy(folder)
    attempt = Attempt(copy.root / "kata" / "attempts" / "tables-3", copy.story, copy.story.katas[0])
    attempt.folder.mkdir(parents=True)
    for colour, code, rule in RUNS:
        attempt.module.write_text(code)
        test = f"suite/test_numbers.py::test_numbers[{rule}]"
        recorded.record(attempt, verb="next", colour=colour, counts={colour: 1}, test=test)
    write_lights(attempt, page=True)
    return attempt.folder.with_name("tables-3-lights.html")


NAMES = [f"tables-{number}" for number in range(1, 13)]


def retro(folder, pairs=None):
    """The page of `make retro` for these pairs, or for twelve, each with another rhythm."""
    colours = ["red", "green", "red", "amber", "red", "green"] * 4
    pairs = pairs or [
        record(
            name, *[(place + n * (1 + n % 3), colour, {"code": 7 * n}) for n, colour in enumerate(colours)]
        )
        for place, name in enumerate(NAMES)
    ]
    evening = Evening("the room plum-fox", pairs, [(START, START + 20 * MINUTE)])
    file = folder / "retro.html"
    file.write_text(format_retro(evening, anonymous=False), encoding="utf-8")
    return file


def three_pairs(room):
    """One that is red for ten minutes, one that is green, and one that is red for two."""
    room.put("tables-10", lights("green", "red", begin=630, every=30, known=2))
    room.put("tables-2", lights("red", "green", begin=300, known=8))
    room.put("tables-1", lights("green", "red", "red", begin=150, every=30, known=5))


def fill(room):
    """Rows of all kinds, a note, and a clock at its end."""
    three_pairs(room)
    room.put("tables-3", lights("green", "red", "amber", "keep", begin=900), shares=True)
    room.waits = {"tables-3": 20}
    room.put("tables-4", [light(0, "green", NOW - 600), light(1, "red", NOW - 570)], left=True)
    room.clock = view(over=12.0)
    room.notes = ["tables-99.lights: it is no file of make hand-in"]
    room.files = [{"name": "fizz.py", "rows": [["same", "a"], ["gone", "b"], ["new", "c"]]}]
    return room
