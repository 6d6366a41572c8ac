"""The attempt at each run that changed something: its files, its tests, and what each test came to."""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from dojo.attempt.diffstat import is_code
from dojo.attempt.light import Light
from dojo.attempt.snapshot import Files, LeftOut, Snapshot
from dojo.prove.identity.identity import Test, code_of, the_tests
from dojo.runner.result import Cell


@dataclass(eq=False)
class Stage:
    """A run that changed something, and what is known of its tests."""

    light: Light
    files: Files
    before: "Stage | None"
    """The one whose files it was made from: `make back` takes those between out of the way."""
    told: dict[str, str]
    """The colours that the light tells of, by the ids of the tests, or of files that could not be read."""
    ours: tuple[str, ...]
    """The ids of our tests that were revealed."""
    left_out: Mapping[str, LeftOut] = field(default_factory=dict)
    lights: list[Light] = field(default_factory=list)
    """Its light, and those of the runs after it that changed nothing."""
    cells: dict[str, Cell] = field(default_factory=dict)
    """What the tests come to in a replay, where somebody asked for one."""
    brought: tuple[str, ...] = ()
    """Those of ours that were revealed here, and never before."""
    fault: str = ""
    """Why the replay is not whole, if it is not."""

    @property
    def number(self) -> int:
        return self.light.number

    @property
    def is_green(self) -> bool:
        return self.light.is_green

    @cached_property
    def texts(self) -> dict[str, Test]:
        """The participant's tests, as they are written."""
        return the_tests(self.files)

    @cached_property
    def code(self) -> dict[str, str]:
        """The code, without what is layout."""
        return the_code(self.files)

    @cached_property
    def ids(self) -> list[str]:
        """All tests that are there; a file that could not be read counts as the tests that it has."""
        found: list[str] = []
        for id in self.told:
            inside = [test for test in self.texts if test.startswith(f"{id}::")]
            found += [id] if "::" in id or id in self.ours else inside
        return [*dict.fromkeys([*found, *self.ours])]

    def noted(self, id: str) -> str:
        """The colour of a test that the light tells of, by itself or by its file; nothing if it does not."""
        return self.told.get(id) or self.told.get(file_of(id), "")


def file_of(id: str) -> str:
    """The file of a test."""
    return id.partition("::")[0]


def beginning(id: str) -> str:
    """The id of a test without its row."""
    return id.partition("[")[0]


def row_of(id: str) -> str:
    """The row in the id of a test, with its brackets; nothing if it has none."""
    return id.removeprefix(beginning(id))


def stages(
    lights: Sequence[Light], snapshots: Mapping[str, Snapshot], folder: str, taught: Sequence[str] | None
) -> list[Stage]:
    """The stages in their order.

    `snapshots` has the files of each commit, `folder` is the path that ids of the participant's tests begin
    with, and `taught` has the ids of our tests in the order in which they are revealed; none for a program,
    whose cases are known as far as its lights name them.
    """
    found: list[Stage] = []
    at: dict[int, Stage | None] = {0: None}
    revealed, known = 0, set[str]()
    for light in lights:
        revealed = revealed if light.revealed is None else light.revealed
        before = None if light.verb == "start" else at[light.number - 1]
        if light.verb == "back":
            there = lights[light.to - 1]
            before = at[there.number - (there.verb == "back")]
        elif light.judged:
            snapshot = snapshots[light.commit]
            ours = seen_cases(before, light) if taught is None else tuple(taught[:revealed])
            told = colours(light, folder, ours if light.is_green or taught is None else ())
            now = Stage(light, snapshot.files, before, told, ours, snapshot.left_out, [light])
            if before and is_again(before, now):
                before.lights.append(light)
            else:
                now.brought = tuple(id for id in ours if id not in known)
                known.update(ours)
                found.append(now)
                before = now
        at[light.number] = before
    return found


def is_again(before: Stage, now: Stage) -> bool:
    """Is it a run of the same files, with the same tests and colours?"""
    same = (before.files, before.ours, before.told) == (now.files, now.ours, now.told)
    return same and before.light.colour == now.light.colour


def colours(light: Light, folder: str, ours: Collection[str]) -> dict[str, str]:
    """What a light tells of each test; of ours the first that is not green, or that all are green."""
    told = {id.removeprefix(f"{folder}/"): colour for id, colour in (light.own or {}).items()}
    if light.is_green:
        return told | dict.fromkeys(ours, "green")
    return told | ({light.test: light.colour} if light.test in ours else {})


def seen_cases(before: Stage | None, light: Light) -> tuple[str, ...]:
    """The cases of a program, as far as a light named them."""
    known = before.ours if before else ()
    return known if light.test in ("", *known) else (*known, light.test)


def the_code(files: Files) -> dict[str, str]:
    """The code in some files, by their paths: of Python without what is layout, of others as it stands."""
    paths = {os.fsdecode(name): file for name, file in files.items()}
    others = {path for path in paths if is_code(path) and not path.endswith(".py")}
    return code_of(files) | {path: repr(paths[path].content) for path in others}
