"""What changed from one version to the next: which files, which tests, and what each test was before."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from dojo.prove.measure.outcomes import TestResult, TreeRun
from dojo.prove.measure.source_tree import Area, SourceTree
from dojo.tracing.renames import match_renamed
from dojo.tracing.sources import file_of


@dataclass(frozen=True, eq=False)
class Change:
    """A version and the one before it."""

    before: SourceTree
    after: SourceTree

    @cached_property
    def paths(self) -> list[str]:
        """Return the files that differ; layout, comments and docstrings do not."""
        return self.after.paths_unlike(self.before)

    @cached_property
    def areas(self) -> set[Area]:
        """Return what kinds of files differ."""
        return {self.area_of(path) for path in self.paths}

    def area_of(self, path: str) -> Area:
        """Return what a file is: where it was something else before, what it is now."""
        tree = self.after if path in self.after.paths else self.before
        area = tree.area_of(path)
        if area is Area.SETTINGS and not self.settings_changed:
            # a `pyproject.toml` says much that is nothing to pytest, and code may read it
            return Area.DATA if path == "pyproject.toml" else Area.DOCUMENTS
        return area

    @cached_property
    def settings_changed(self) -> bool:
        return self.after.settings != self.before.settings

    @cached_property
    def code_is_same(self) -> bool:
        """True if neither code nor data differ."""
        has_same_names = self.before.import_names == self.after.import_names
        return has_same_names and not self.areas & {Area.CODE, Area.DATA}

    @cached_property
    def is_of_documents(self) -> bool:
        """True if nothing differs that a test could depend on."""
        return self.areas <= {Area.DOCUMENTS}

    @cached_property
    def helpers_changed(self) -> bool:
        """True if a `conftest.py`, or a helper or data in a folder of tests differs."""
        for path in self.paths:
            is_file_of_tests = self.after.is_test_file(path) or self.before.is_test_file(path)
            if self.area_of(path) is Area.TESTS and not is_file_of_tests:
                return True
        return False

    @cached_property
    def changed_test_files(self) -> list[str]:
        before, after = self.before, self.after
        return [path for path in after.test_files if after.paths[path] != before.paths.get(path)]

    @cached_property
    def gone_test_files(self) -> list[str]:
        return [path for path in self.before.test_files if path not in self.after.paths]

    @cached_property
    def renamed(self) -> dict[str, str]:
        """Return the old id of each test that was moved or renamed, by its new id."""
        return match_renamed(self.before.tests, self.after.tests)

    @cached_property
    def gone(self) -> set[str]:
        """Return the tests that are there no more, under any name."""
        return self.before.tests.keys() - self.after.tests.keys() - set(self.renamed.values())

    def files_to_run(self, reds: Iterable[str]) -> list[str]:
        """Return the files of tests whose results may be others; `reds` are the tests that were red."""
        if self.helpers_changed or self.settings_changed:
            return [*self.after.test_files, *self.gone_test_files]
        return [*self.changed_test_files, *self.gone_test_files, *map(file_of, reds)]

    def former_id(self, function: str) -> str:
        """Return the id that a test had before; an empty text if another one had it."""
        if function in self.renamed:
            return self.renamed[function]
        if function in self.renamed.values():
            return ""
        # one that a class inherits is not written in its file, and moves with the others there
        file, _, name = function.partition("::")
        moved_from = self.moved_files.get(file)
        is_inherited = function not in self.after.tests
        return f"{moved_from}::{name}" if moved_from and is_inherited else function

    @cached_property
    def moved_files(self) -> dict[str, str]:
        """Return where each new file of tests was before, by where it is: its tests were there."""
        moved: dict[str, str] = {}
        for new, old in self.renamed.items():
            if file_of(new) not in self.before.paths and file_of(old) not in self.after.paths:
                moved[file_of(new)] = file_of(old)
        return moved

    def functions_to_judge(self, run: TreeRun) -> list[str]:
        """Return the tests of the version after: those that ran, and those of files that did not load."""
        files = self.after.paths
        functions = [result.function for test, result in run.results.items() if test not in files]
        for test in self.after.tests:
            if run.fault or file_of(test) in run.results:
                functions.append(test)
        return list(dict.fromkeys(functions))


def match_rows(
    now: Collection[TestResult], then: Collection[TestResult], *, written_alike: bool = False
) -> dict[str, tuple[TestResult, bool]]:
    """Give what each row of a test was, and whether it is the same row: by its values, or else its place.

    Rows that are written alike are the same, whatever the code makes of their values.
    """
    if written_alike and len(now) == len(then):
        return {result.id: (old, True) for result, old in zip(now, then)}
    left = {result.id: result for result in then}
    found: dict[str, tuple[TestResult, bool]] = {}
    for result in now:
        for old in left.values():
            values = (old.params, result.params)
            if not all(values):
                values = (old.id.partition("[")[2], result.id.partition("[")[2])
            if values[0] == values[1]:
                found[result.id] = (left.pop(old.id), True)
                break
    new = [result for result in now if result.id not in found]
    for result, old in zip(new, left.values()):
        found[result.id] = (old, False)
    return found
