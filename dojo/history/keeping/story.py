"""The files of a kept story: story.toml, a suite, and a folder for each step."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import title
from dojo.drafts.letters import in_plain_letters
from dojo.drafts.shared import elsewhere, shared
from dojo.gate.suite.source import PLUGIN
from dojo.history.keeping.suite.marks import Marks, marked, remarked
from dojo.history.keeping.suite.using import NotKept
from dojo.story.mutants import REST
from dojo.story.tests import SuiteTest
from dojo.story.workspace import Workspace

TOML = """\
# The story of {name}: the lights of an attempt, as steps. Where its parts lie, as seen from this file.

name = "{name}"
title = "{title}: {name}"
module = "{module}"
steps = "steps"
suite = "suite"
"""
MUTANTS = """\
mutants = "mutants"
finished = {finished}
"""
KEPT = "-kept"
"""The end of its name, if another story has it: the board of each is called by its name."""
LONGEST = 40
"""Signs in the name of a step's folder, behind its number."""


@dataclass(frozen=True)
class Tests:
    """The tests of a kept story, before they have their marks."""

    own: Mapping[str, str]
    """The participant's files, told anew, by their names in the suite."""
    ours: Mapping[str, str]
    """The files of our suite with tests that were revealed."""
    known: list[SuiteTest]
    """Those tests of ours, as our suite has them, by ids in the kept story."""
    all_ours: list[SuiteTest]
    """All tests of these files, by such ids."""

    def is_own(self, test: SuiteTest) -> bool:
        """Did the participant write it?"""
        return test.id.removeprefix("suite/").partition("::")[0] in self.own

    def files(self, tests: list[SuiteTest], marks: Marks) -> dict[str, str]:
        """The files with their marks; without the tests that have none. Raises NotKept."""
        of_own = {name: marked(text, f"suite/{name}", tests, marks) for name, text in self.own.items()}
        of_ours = {
            name: remarked(text, f"suite/{name}", self.all_ours, marks) for name, text in self.ours.items()
        }
        return of_own | of_ours


@dataclass(frozen=True)
class Plan:
    """What a kept story is made from: the code of each step, the titles, and the files of the suite."""

    attempt: Attempt
    workspace: Workspace
    code: Sequence[bytes]
    titles: Sequence[str]
    suite: Mapping[str, str]
    mutants: Mapping[str, str]

    def files(self, readmes: Mapping[int, str]) -> dict[str, bytes]:
        """All files of the story, by their paths in its folder."""
        common = shared(self.workspace)
        found = elsewhere() | {f"suite/{PLUGIN}": common[f"suite/{PLUGIN}"]}
        if any("from rows import" in text for text in self.suite.values()):
            found["suite/rows.py"] = common["suite/rows.py"]
        if self.mutants:
            found[f"mutants/{REST}"] = common[f"mutants/{REST}"]
        texts = {f"suite/{name}": text for name, text in self.suite.items()}
        texts |= {f"mutants/{name}.py": text for name, text in self.mutants.items()}
        texts |= {f"{self.folder(n)}/README.md": text for n, text in readmes.items()}
        texts["story.toml"] = self.toml()
        found |= {path: text.encode() for path, text in texts.items()}
        module = f"{self.attempt.story.module}.py"
        return found | {f"{self.folder(n)}/{module}": code for n, code in enumerate(self.code)}

    def folder(self, number: int) -> str:
        """The folder of a step, as seen from the story's."""
        slug = in_plain_letters(self.titles[number], between="_")[:LONGEST].strip("_") or "a_step"
        return f"steps/step_{number:02}_{slug}"

    def toml(self) -> str:
        """story.toml, with the mutants if there are any."""
        there = [story.name for story in self.workspace.stories]
        name = self.attempt.name + (KEPT if self.attempt.name in there else "")
        kata = title(self.attempt.kata).replace("\\", "").replace('"', "")
        text = TOML.format(name=name, title=kata, module=self.attempt.story.module)
        return text + (MUTANTS.format(finished=len(self.code) - 1) if self.mutants else "")


def text_of(content: bytes, name: str) -> str:
    """The text of a file of the participant, with the line ends of Unix; raises NotKept."""
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise NotKept(f"{name} is not UTF-8; save it as UTF-8, and type make bar") from None
