"""Evenings made up from a seed: the lights of one, and what its own script knows to be true of each test.

The script does what a participant does: it adds, edits, renames, deletes and restores tests, changes the
code, crashes all of it, goes back, and guesses. It runs nothing. It knows of each test which one it is, under
whatever name, and notes what was seen of it; so it can say what is true without looking at a light.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from prove.evening import TAUGHT
from prove.made import files as made

from dojo.attempt.light import BackLight, HintLight, Light, RunLight
from dojo.attempt.snapshot import Files
from dojo.model.outcome import Colour, Outcome, Reason
from dojo.story.tests import first_drivers

FILE = "test_fizz.py"
OPENING = {test.id for test in first_drivers(TAUGHT[1:])}
# the numbers that the tests of the kata ask for
KATA_NUMBERS = {test.id: number for test, number in zip(TAUGHT, (1, 2, 4, 5, 7), strict=True)}
SLIPS = {
    "code": "def say(:\n",
    "asks": "answer = input()\n",
    "tests": "def test_slip(:\n",
    "import": "@pytest.mark.slow\ndef helper(): ...\n",
}


@dataclass(frozen=True)
class Asks:
    """What a test asks: for which numbers, of which function, and in which words."""

    numbers: tuple[int, ...]
    function: str = "say"
    words: int = 0

    @property
    def text(self) -> str:
        return "".join(f"    assert fizz.{self.function}({n}, {self.words}) == '{n}'\n" for n in self.numbers)


@dataclass(frozen=True)
class Code:
    """What the code can do: for which numbers, under which name; where it crashes; and how it is written."""

    known: frozenset[int] = frozenset()
    crashing: frozenset[int] = frozenset()
    function: str = "say"
    style: int = 0

    @property
    def text(self) -> str:
        known, crashing = sorted(self.known), sorted(self.crashing)
        return f"def {self.function}(number):\n    return compute({known}, {crashing}, {self.style})\n"

    def answer(self, asks: Asks) -> tuple[str, str]:
        """The colour of a test, and the reason."""
        if asks.function != self.function:
            return "red", "missing name"
        for number in asks.numbers:
            if number in self.crashing:
                return "amber", "crashed"
            if number not in self.known:
                return "red", "asserted"
        return "green", ""


@dataclass(frozen=True)
class Answer:
    """One answer of a test that was not green."""

    asks: Asks
    colour: str
    reason: str
    code: str


Key = int | str
"""A test: of the participant by its number, of the kata by its id."""


@dataclass(frozen=True)
class Fact:
    """What is true of a test, on the way that led here.

    Attributes:
        how: how it came to be green: red, name, crash, at once, with code, changed; nothing if nobody saw it.
        since: the light at which that was so.
        again: True if it had been green before, and asked the same.
        family: what it asked then, and what it asked after each tidying, each with its light.
        was_green: what it asked when it was green last.
        not_green: its answers since then.
        code: the code at its last answer.
        proven: what it asked when its own assertion had failed, and the code made it green.
    """

    name: str
    asks: Asks
    how: str = ""
    since: int = 0
    again: bool = False
    family: tuple[tuple[Asks, int], ...] = ()
    was_green: Asks | None = None
    not_green: tuple[Answer, ...] = ()
    code: str = ""
    proven: frozenset[Asks] = frozenset()

    @property
    def is_red(self) -> bool:
        return bool(self.not_green) and self.not_green[-1].colour == "red"

    @property
    def is_judged(self) -> bool:
        """True if it asks what it asked when it was green last, and is not red."""
        return self.asks == self.was_green and not self.is_red


@dataclass(frozen=True)
class Base:
    """The last light whose tests could say anything."""

    code: str
    is_green: bool
    number_of_tests: int


@dataclass(frozen=True)
class Scene:
    """All that `make back` brings back: the code, the tests by their names, and what is true of them."""

    code: Code = Code()
    tests: dict[str, int] = field(default_factory=dict)
    asks: dict[int, Asks] = field(default_factory=dict)
    facts: dict[Key, Fact] = field(default_factory=dict)
    gone: dict[Key, Fact] = field(default_factory=dict)
    revealed: int = 0
    way: tuple[int, ...] = ()
    base: Base | None = None
    colour: str = ""
    saved: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Event:
    """Something that became of a test at a light, by the name that it had there."""

    number: int
    test: Key
    name: str
    what: str


@dataclass(frozen=True)
class Told:
    """What `make next` and `make bar` have to say in MODE=mine: tests by their names."""

    verdicts: dict[str, str]
    deleted: frozenset[str]
    never_red: frozenset[str]
    is_rest: bool


class Evening:
    """An evening: its lights and files, and what its script says of them."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.is_mine = self.chance.random() < 0.5
        self.lights: list[Light] = []
        self.files: dict[str, Files] = {}
        self.scene = Scene()
        self.scenes: dict[int, Scene] = {}
        self.slip = ""
        self.suite = "as it is"
        # for each test and what it asked, the light at which it was red first
        self.seen: dict[tuple[Key, Asks], int] = {}
        self.deleted: dict[int, tuple[str, Asks]] = {}
        # each test as it was noted last, on whatever way
        self.noted: dict[Key, Fact] = {}
        self.begun: set[Key] = set()
        self.events: list[Event] = []
        # by the number of the light: what code is that changed in green, how each test is, and what is said
        self.in_green: dict[int, str] = {}
        self.colours: dict[int, dict[str, str]] = {}
        self.told: dict[int, Told] = {}
        self.unnoticed = self.grows = False
        self.next_test = 0
        self.next_number = 10
        self.begin()
        for _ in range(self.chance.randint(20, 60)):
            self.chance.choice(self.moves)()
            if self.chance.random() < 0.75:
                self.save()
                # a slip is mended soon, and so is the suite
                if self.chance.random() < 0.6:
                    self.slip, self.suite = "", "as it is"
        self.slip, self.suite = "", "as it is"
        self.save()

    # What a participant does between two saves

    @property
    def moves(self) -> list[Callable[[], None]]:
        return [
            *[self.add] * 4, self.add_two, *[self.make_green] * 8, self.do_more, *[self.tidy] * 3,
            self.tidy_unnoticed, self.break_code, self.crash, self.mend, self.rename, self.ask_more,
            self.ask_less, self.reword, self.delete, self.restore, self.restore_renamed,
            self.rename_function, *[self.give_in] * 2, *[self.take_back] * 2, *[self.slip_up] * 2,
            self.edit_kata, self.go_back, self.hint,
        ]  # fmt: skip

    def new_number(self) -> int:
        self.next_number += 1
        return self.next_number

    def put(self, test: int, name: str, asks: Asks) -> None:
        """Write a test into the file."""
        scene = self.scene
        self.scene = replace(scene, tests=scene.tests | {name: test}, asks=scene.asks | {test: asks})

    def drop(self, name: str) -> None:
        self.scene = replace(self.scene, tests={n: t for n, t in self.scene.tests.items() if n != name})

    def change(self, **code: Any) -> None:
        self.scene = replace(self.scene, code=replace(self.scene.code, **code))

    def add(self) -> None:
        self.next_test += 1
        known = sorted(self.scene.code.known)
        numbers = {self.chance.choice(known) if known and self.chance.random() < 0.3 else self.new_number()}
        if self.chance.random() < 0.3:
            numbers.add(self.new_number())
        # no two tests ask the same: each has words of its own
        asks = Asks(tuple(sorted(numbers)), self.scene.code.function, 100 + self.next_test)
        self.put(self.next_test, f"t{self.next_test}", asks)

    def add_two(self) -> None:
        self.add()
        self.add()

    def wanted(self) -> set[int]:
        found = {number for test in self.scene.tests.values() for number in self.scene.asks[test].numbers}
        return found | {KATA_NUMBERS[test.id] for test in TAUGHT[: self.scene.revealed]}

    def make_green(self) -> None:
        code = self.scene.code
        self.change(known=code.known | self.wanted(), crashing=code.crashing - self.wanted())

    def do_more(self) -> None:
        self.change(known=self.scene.code.known | {self.new_number()})
        self.grows = True

    def tidy(self) -> None:
        self.change(style=self.scene.code.style + self.chance.randint(1, 9))

    def tidy_unnoticed(self) -> None:
        self.tidy()
        self.unnoticed = True

    def break_code(self) -> None:
        known = sorted(self.scene.code.known)
        if known:
            self.change(known=self.scene.code.known - {self.chance.choice(known)})

    def crash(self) -> None:
        wanted = sorted(self.wanted())
        if wanted:
            self.change(crashing=self.scene.code.crashing | {self.chance.choice(wanted)})

    def mend(self) -> None:
        self.change(crashing=frozenset())

    def some_test(self) -> str:
        return self.chance.choice(sorted(self.scene.tests)) if self.scene.tests else ""

    def rename(self) -> None:
        name = self.some_test()
        if name:
            test = self.scene.tests[name]
            self.drop(name)
            self.put(test, f"{name.partition('_')[0]}_{self.new_number()}", self.scene.asks[test])

    def edit(self, change: Callable[[Asks], Asks]) -> None:
        name = self.some_test()
        if name:
            test = self.scene.tests[name]
            self.put(test, name, change(self.scene.asks[test]))

    def ask_more(self) -> None:
        known = sorted(self.scene.code.known)
        more = self.chance.choice(known) if known and self.chance.random() < 0.5 else self.new_number()
        self.edit(lambda asks: replace(asks, numbers=(*asks.numbers, more)))

    def ask_less(self) -> None:
        self.edit(lambda asks: replace(asks, numbers=asks.numbers[:-1] or asks.numbers))

    def reword(self) -> None:
        self.edit(lambda asks: replace(asks, words=self.new_number() + 1000))

    def give_in(self) -> None:
        """Change a test that is not green, in place of the code."""
        known = sorted(self.scene.code.known)
        for name, test in self.scene.tests.items():
            fact = self.scene.facts.get(test)
            if fact and fact.not_green and known:
                self.put(test, name, replace(self.scene.asks[test], numbers=(self.chance.choice(known),)))
                return

    def take_back(self) -> None:
        """Write a test that is not green as it was when it was green."""
        for name, test in self.scene.tests.items():
            fact = self.scene.facts.get(test)
            if fact and fact.not_green and fact.was_green:
                self.put(test, name, fact.was_green)
                return

    def delete(self) -> None:
        name = self.some_test()
        if name:
            test = self.scene.tests[name]
            self.deleted[test] = name, self.scene.asks[test]
            self.drop(name)

    def some_deleted(self) -> int:
        """A test that was deleted, and seen before that, and is not here."""
        there = {*self.scene.tests.values()}
        found = [test for test in sorted(self.deleted) if test not in there and self.was_noted_so(test)]
        return self.chance.choice(found) if found else 0

    def was_noted_so(self, test: int) -> bool:
        """True if the last light that has a test has it as it was when it was deleted."""
        fact = self.noted.get(test)
        return fact is not None and (fact.name, fact.asks) == self.deleted[test]

    def restore(self) -> None:
        test = self.some_deleted()
        if test:
            name, asks = self.deleted[test]
            if name not in self.scene.tests:
                self.put(test, name, asks)

    def restore_renamed(self) -> None:
        test = self.some_deleted()
        if test:
            name, asks = self.deleted[test]
            self.put(test, f"{name.partition('_')[0]}_{self.new_number()}", asks)

    def rename_function(self) -> None:
        function = "tell" if self.scene.code.function == "say" else "say"
        if self.chance.random() < 0.7:
            self.change(function=function)
        if self.chance.random() < 0.7:
            for name, test in self.scene.tests.items():
                self.put(test, name, replace(self.scene.asks[test], function=function))

    def slip_up(self) -> None:
        self.slip = "" if self.slip else self.chance.choice(sorted(SLIPS))

    def edit_kata(self) -> None:
        self.suite = "edited" if self.suite == "as it is" else "as it is"

    def hint(self) -> None:
        self.note(HintLight, test="", hints=0)

    def go_back(self) -> None:
        to = self.chance.choice(sorted(self.scenes))
        self.note(BackLight, to=to, revealed=self.scenes[to].revealed)
        self.scene, self.slip, self.suite = self.scenes[to], "", "as it is"
        self.unnoticed = self.grows = False

    # A light, and what it makes true

    def begin(self) -> None:
        """Start from nothing, or from the code and the tests of another attempt."""
        if self.chance.random() < 0.3:
            self.add_two()
            self.make_green()
        self.run("start")

    def save(self) -> None:
        """Save the files, which `watch` sees, or type a verb."""
        verb = self.chance.choice(["watch", "watch", "next", "next", "bar"])
        scene = self.scene
        hidden = TAUGHT[scene.revealed :]
        is_edited = self.suite == "edited"
        if verb != "next" or self.is_mine or scene.colour != "green" or not hidden or is_edited:
            self.run(verb)
            return
        if self.texts() != scene.saved:
            # what was tidied up before the new test is a light of its own
            self.run(verb)
            if self.scene.colour != "green":
                return
        self.reveal(verb)

    def reveal(self, verb: str) -> None:
        """Bring the next tests of the kata, up to the first that is not green."""
        scene = self.scene
        opening = [n for n in range(max(scene.revealed, 1), len(TAUGHT)) if TAUGHT[n].id in OPENING]
        until = opening[0] + 1 if opening else len(TAUGHT)
        coming = TAUGHT[scene.revealed : until]
        for number, test in enumerate(coming, 1):
            if self.answer_of_kata(test.id)[0] != "green":
                coming = coming[:number]
                break
        self.scene = replace(scene, revealed=scene.revealed + len(coming))
        self.run(verb, opens=tuple(test.id for test in coming if test.id in OPENING))

    def answer_of_kata(self, test: str) -> tuple[str, str]:
        if self.suite == "edited":
            return "red", "asserted"
        # it takes the code under whatever name
        return self.scene.code.answer(Asks((KATA_NUMBERS[test],), self.scene.code.function))

    def texts(self) -> dict[str, str]:
        code = SLIPS[self.slip] if self.slip in ("code", "asks") else ""
        tests = [SLIPS[self.slip]] if self.slip in ("tests", "import") else []
        for name, test in self.scene.tests.items():
            tests.append(f"def test_{name}():\n{self.scene.asks[test].text}")
        return {"fizz.py": code + self.scene.code.text, FILE: "import fizz\n" + "\n".join(tests)}

    def note(self, kind: type[Light], **fields: Any) -> None:
        """Record a light, with the files as they are."""
        number = len(self.lights) + 1
        id = f"light {number}"
        self.lights.append(kind(number=number, when=60.0 * number, id=id, **fields))
        self.files[id] = made(self.texts())

    def run(self, verb: str, opens: tuple[str, ...] = ()) -> None:
        """Run the tests, record a light, and note what is true from now on."""
        number = len(self.lights) + 1
        if not self.slip:
            self.tell_apart()
        scene = self.scene
        own: dict[str, tuple[str, str]] = {}
        for name, test in scene.tests.items():
            own[f"{FILE}::test_{name}"] = scene.code.answer(scene.asks[test])
        kata = {test.id: self.answer_of_kata(test.id) for test in TAUGHT[: scene.revealed]}
        if self.slip:
            own = {FILE: ("amber", "did not load")}
        if self.slip in ("code", "asks"):
            kata = dict.fromkeys(kata, ("amber", "did not load"))
        every = own | kata
        colours = [colour for colour, _ in every.values()]
        colour = next((one for one in ("amber", "red") if one in colours), "green" if colours else "amber")
        code = self.texts()["fizz.py"]
        in_green = ""
        base = scene.base if verb != "start" else None
        if base and base.is_green and colour == "green" and code != base.code:
            in_green = "unnoticed" if self.unnoticed else "refactoring"
            in_green = "new behaviour" if self.grows else in_green
        self.note(
            RunLight,
            verb=verb,
            colour=Colour(colour),
            own=outcomes(own),
            taught=outcomes(kata),
            opens=opens,
            suite=self.suite,
            revealed=scene.revealed,
            of=len(TAUGHT),
            unnoticed=int(self.unnoticed) if in_green else None,
            grows=bool(in_green) and self.grows,
        )
        facts, gone = dict(scene.facts), dict(scene.gone)
        self.came = bool(kata.keys() - self.noted.keys())
        if not self.slip:
            for key in scene.facts:
                if isinstance(key, int) and key not in scene.tests.values():
                    gone[key] = facts.pop(key)
            for name, test in scene.tests.items():
                gone.pop(test, None)
                earlier = facts.get(test) or self.noted.get(test)
                here = Answer(scene.asks[test], *own[f"{FILE}::test_{name}"], code)
                facts[test] = self.follow(earlier, test, name, here, base)
        for id, (kata_colour, reason) in kata.items():
            if reason == "did not load":
                continue
            here = Answer(Asks((KATA_NUMBERS[id],)), kata_colour, reason, code)
            if self.suite == "edited":
                # what other tests come to says nothing of these
                fact = facts.get(id) or self.noted[id]
                facts[id] = replace(fact, not_green=(*fact.not_green, replace(here, code="")))
            else:
                facts[id] = self.follow_kata(facts.get(id) or self.noted.get(id), id, here, id in opens)
        self.noted |= facts
        if verb == "start":
            self.begun |= facts.keys()
        is_silent = bool(every) and all(reason == "did not load" for _, reason in every.values())
        if in_green and self.asks_for_no_more(number, base, len(every)):
            self.in_green[number] = in_green
        turned_green = colour == "green" and scene.colour != "green"
        if not is_silent:
            base = Base(code, colour == "green", len(every))
            self.unnoticed = self.grows = False
        way = (*scene.way, number)
        told = self.last_told()
        self.scene = replace(
            scene, facts=facts, gone=gone, base=base, colour=colour, saved=self.texts(), way=way
        )
        self.scenes[number] = self.scene
        self.colours[number] = self.colours_now()
        if self.is_mine and verb in ("next", "bar") and not self.slip:
            self.told[number] = self.tell(told, colour, turned_green)

    def tell_apart(self) -> None:
        """A test that was renamed and edited in one save is another one: nobody can tell."""
        for name, test in list(self.scene.tests.items()):
            fact = self.scene.facts.get(test)
            restored = self.noted.get(test) if fact is None else None
            is_another = fact is not None and fact.name != name and fact.asks != self.scene.asks[test]
            is_another |= restored is not None and restored.asks != self.scene.asks[test]
            if is_another:
                asks = self.scene.asks[test]
                self.drop(name)
                self.put(self.noted_as(name, asks), name, asks)

    def noted_as(self, name: str, asks: Asks) -> int:
        """The test that had this name and asked this when it was noted last, or else a new one."""
        for test, fact in self.noted.items():
            is_free = isinstance(test, int) and test not in self.scene.tests.values()
            if is_free and (fact.name, fact.asks) == (name, asks):
                return int(test)
        self.next_test += 1
        return self.next_test

    def follow(self, fact: Fact | None, test: Key, name: str, here: Answer, base: Base | None) -> Fact:
        """What is true of a test of the participant after an answer."""
        number, asks = len(self.lights), here.asks
        if here.colour == "red":
            self.seen.setdefault((test, asks), number)
        is_new = fact is None
        fact = fact or Fact(name, asks)
        self.came |= is_new
        earlier, before = fact.code, fact.asks
        fact = replace(fact, name=name, asks=asks, code=here.code)
        if here.colour != "green":
            return replace(fact, not_green=(*fact.not_green, here))
        base_code = base.code if base else None
        at_once = "at once" if here.code == base_code else "with code"
        what = ""
        if is_new:
            what = at_once if base else ""
            if not base:
                return replace(fact, was_green=asks, family=((asks, number),))
        elif not fact.not_green:
            what = edited(fact.was_green, asks, at_once)
        elif asks == fact.was_green and asks != before:
            what = ""  # it was edited, and that was taken back
        else:
            reasons = [(one.colour, one.reason) for one in fact.not_green]
            what = self.turned_green(fact, before, earlier, here, reasons)
        fact = replace(fact, not_green=())
        again = fact.was_green == asks
        if what in ("reworded", "weaker", "adapted"):
            family = (*fact.family, (asks, number))
            self.events.append(Event(number, test, name, what))
            return replace(fact, was_green=asks, family=family)
        # a test has its proof once, however often it is red again
        if not what or (what in ("red", "name") and asks in fact.proven):
            return replace(fact, was_green=asks)
        self.events.append(Event(number, test, name, what))
        proven = fact.proven | {asks} if what == "red" else fact.proven
        family = ((asks, number),)
        return replace(
            fact, how=what, since=number, again=again, was_green=asks, family=family, proven=proven
        )

    def turned_green(
        self,
        fact: Fact,
        before: Asks,
        earlier: str,
        here: Answer,
        reasons: list[tuple[str, str]],
    ) -> str:
        """What became of a test that was not green, and is green now."""
        asks = here.asks
        if here.code == earlier:
            if ("red", "asserted") in reasons:
                return "changed"
            return edited(fact.was_green, asks, "at once") if fact.was_green else "at once"
        if asks != before:
            return "with code"
        if ("red", "asserted") in reasons:
            return "red"
        if fact.was_green and asks != fact.was_green and len(asks.numbers) <= len(fact.was_green.numbers):
            return "adapted"
        return "name" if ("red", "missing name") in reasons else "crash"

    def follow_kata(self, fact: Fact | None, id: str, here: Answer, opens: bool) -> Fact:
        """What is true of a test of the kata after an answer: it is to be red only where it needs code."""
        number = len(self.lights)
        if here.colour == "red":
            self.seen.setdefault((id, here.asks), number)
        rule = id.partition("[")[2].removesuffix("]")
        is_new = fact is None
        fact = fact or Fact(rule, here.asks)
        # while the suite was edited, other tests were red
        answers = tuple(one for one in fact.not_green if one.code)
        earlier, fact = fact.code, replace(fact, asks=here.asks, code=here.code, not_green=answers)
        if here.colour != "green":
            return replace(fact, not_green=(*answers, here))
        what = ""
        if is_new:
            what = "at once" if opens else ""
        elif answers and here.code != earlier:
            reasons = {(one.colour, one.reason) for one in answers}
            what = "red" if ("red", "asserted") in reasons else "crash"
        fact = replace(fact, not_green=())
        if not what or (what == "red" and here.asks in fact.proven):
            return replace(fact, was_green=here.asks)
        self.events.append(Event(number, id, rule, what))
        again = fact.was_green == here.asks
        proven = fact.proven | {here.asks} if what == "red" else fact.proven
        family = ((here.asks, number),)
        return replace(
            fact, how=what, since=number, again=again, was_green=here.asks, family=family, proven=proven
        )

    # What is true

    def asks_for_no_more(self, number: int, base: Base | None, number_of_tests: int) -> bool:
        """True if a light has no test more than the one before it, and none that asks for more."""
        if base is None or number_of_tests > base.number_of_tests:
            return False
        if self.came:
            return False
        return all(event.what == "reworded" for event in self.events if event.number == number)

    def was_red(self, test: Key, asks: Asks, until: int) -> bool:
        return self.seen.get((test, asks), until + 1) <= until

    def deciding(self, test: Key, fact: Fact, until: int) -> tuple[Asks, int] | None:
        """What the test asked when it came to be green, and the light; or in a later form that was red."""
        if not fact.is_judged or not fact.family:
            return None
        for asks, number in reversed(fact.family[1:]):
            if self.was_red(test, asks, until):
                return asks, number
        return fact.family[0] if fact.how else None

    def is_never_red(self, test: Key, fact: Fact, until: int) -> bool:
        if not fact.is_judged or fact.how not in ("at once", "with code", "crash"):
            return False
        return not any(self.was_red(test, asks, until) for asks, _ in fact.family)

    def colours_now(self) -> dict[str, str]:
        """How each test came to be green, by its rule: red first, never red (green), or neither (amber)."""
        now = len(self.lights)
        found = {}
        for test, fact in self.scene.facts.items():
            deciding = self.deciding(test, fact, now)
            if deciding is None:
                continue
            was_red = self.was_red(test, deciding[0], now)
            is_first = was_red or (deciding == fact.family[0] and fact.how in ("red", "name"))
            colour = "green" if self.is_never_red(test, fact, now) else "amber"
            found[fact.name.replace("_", " ")] = "red" if is_first else colour
        return found

    def last_told(self) -> int:
        """The light at which `make next` was green last, on the way here."""
        for number in reversed(self.scene.way):
            light = self.lights[number - 1]
            if light.verb in ("start", "next") and isinstance(light, RunLight) and light.is_green:
                return number
        return 0

    def tell(self, told: int, colour: str, turned_green: bool) -> Told:
        """What the light just recorded has to say of the participant's tests."""
        now, verdicts, never_red = len(self.lights), dict[str, str](), set[str]()
        for test, fact in self.scene.facts.items():
            if self.is_never_red(test, fact, now):
                never_red.add(fact.name)
            deciding = self.deciding(test, fact, now)
            if deciding is None or fact.not_green:
                continue
            asks, since = deciding
            seen_now = self.was_red(test, asks, now) and not self.was_red(test, asks, told)
            if since > told or seen_now:
                verdicts[fact.name] = self.verdict(test, fact, deciding)
        known = self.scenes[told].facts if told else {}
        deleted = {fact.name for test, fact in self.scene.gone.items() if test in known}
        is_rest = colour == "green" and not verdicts and not turned_green
        return Told(verdicts if colour == "green" else {}, frozenset(deleted), frozenset(never_red), is_rest)

    def verdict(self, test: Key, fact: Fact, deciding: tuple[Asks, int]) -> str:
        if self.is_never_red(test, fact, len(self.lights)):
            return "never seen red"
        if deciding != fact.family[0]:
            return "no code was needed"
        if fact.how in ("at once", "with code", "crash") or fact.again:
            return "seen red now"
        return "earned a place" if fact.how in ("red", "name") else "no code was needed"

    @property
    def own(self) -> tuple[int, set[str], set[str]]:
        """How many tests of the participant are known, those never red, and those deleted."""
        now = len(self.lights)
        number, never_red = 0, set[str]()
        for test, fact in self.scene.facts.items():
            if isinstance(test, int):
                is_seen = any(other == test for other, _ in self.seen)
                number += test not in self.begun or is_seen or bool(self.deciding(test, fact, now))
                if self.is_never_red(test, fact, now):
                    never_red.add(fact.name)
        return number, never_red, {fact.name for fact in self.scene.gone.values()}

    @property
    def told_events(self) -> Iterator[Event]:
        """The events that `make prove` tells: of what was never red only what is still so at the end."""
        now = len(self.lights)
        for event in self.events:
            if event.what in ("at once", "with code", "crash"):
                fact = self.scene.facts.get(event.test)
                if fact is None or fact.since != event.number or not self.is_never_red(event.test, fact, now):
                    continue
            yield event


def outcomes(answers: dict[str, tuple[str, str]]) -> dict[str, Outcome]:
    """What a light says of each test, by its id."""
    found = {}
    for id, (colour, reason) in answers.items():
        found[id] = Outcome(id, Colour(colour), Reason(reason) if reason else None, "", f"E {reason}")
    return found


def edited(before: Asks | None, asks: Asks, at_once: str) -> str:
    """What became of a test that was green, and is green now."""
    if before is None or asks == before:
        return ""
    more = len(asks.numbers) - len(before.numbers)
    if more > 0:
        return at_once
    return "weaker" if more < 0 else "reworded"
