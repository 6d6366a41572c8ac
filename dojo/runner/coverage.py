"""Which lines, branches and functions of a version its tests reach, measured in the child that runs them."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType
from typing import TypedDict

from dojo.runner.result import NOTHING, Covered
from dojo.story.code.imports import find_imported_beside
from dojo.story.code.syntax import NO_PYTHON, compile_source

# What coverage calls the time when tests run: before that there is only the import.
TESTS = "tests"
# What makes coverage leave out lines: `pragma: no cover`, `if TYPE_CHECKING:`, bodies of three dots.
LEAVES_OUT = ("exclude_lines", "exclude_also", "partial_branches", "partial_branches_always")
NO_LINE = "(?!)"
THE_END = "the end of the function"


class FileReport(TypedDict):
    """What coverage's report in JSON says of a file: lines, and pairs of lines, that did not run."""

    missing_lines: list[int]
    missing_branches: list[tuple[int, int]]


@cache
def warm_up() -> None:
    """Measure a small file, so that the children forked from now on find what coverage works out only once.

    Its first start in a process resolves the path of each module that is imported.
    """
    file = Path(__file__).with_name("result.py")
    measuring = Measuring(file)
    exec(compile(file.read_bytes(), file, "exec"), {"__name__": file.stem})
    measuring.end()


class Measuring:
    """Measures a module and what it imports beside it, from its import on."""

    def __init__(self, module: Path) -> None:
        # late: a verb that measures nothing does not wait for it
        from coverage import Coverage

        self.files = [module, *find_imported_beside(module)]
        include = [str(file) for file in self.files]
        self.coverage = Coverage(data_file=None, branch=True, config_file=False, include=include)
        self.coverage.set_option("run:core", "ctrace")
        # the table says so
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])
        for option in LEAVES_OUT:
            self.coverage.set_option(f"report:{option}", [NO_LINE])
        self.coverage.start()

    def begin_tests(self) -> None:
        """Note that the file is imported: from now on tests run."""
        self.coverage.switch_context(TESTS)

    def go_on(self) -> None:
        """Measure more tests, after an end; for coverage it is still the time when tests run."""
        self.coverage.start()

    def end(self) -> Covered:
        """Return what was reached; nothing if the file is not valid Python or never ran."""
        # late, as coverage itself is
        from coverage.exceptions import NoDataError, NoSource, NotPython

        self.coverage.stop()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            out = Path(folder, "coverage.json")
            with suppress(NoDataError, NoSource, NotPython):
                percent = self.coverage.json_report(
                    morfs=[str(file) for file in self.files], outfile=str(out)
                )
                report = json.loads(out.read_text(encoding="utf-8"))
                reports = {Path(name).resolve(): found for name, found in report["files"].items()}
                missed = {}
                for file in self.files:
                    name = file.relative_to(self.files[0].parent).as_posix()
                    missed[name] = self.find_missed(file, reports.get(file.resolve()))
                lines, branches = report["totals"]["num_statements"], report["totals"]["num_branches"]
                own = missed.pop(self.files[0].name)
                return Covered(lines, branches, percent if lines else 100.0, own, missed)
        return NOTHING

    def find_missed(self, file: Path, report: FileReport | None) -> list[str]:
        """Return the places of a file that no test reaches; all of it, if it never ran."""
        if report is None:
            return NOTHING.missed
        missed = [f"line {line}" for line in report["missing_lines"]]
        for start, target in report["missing_branches"]:
            # below 0 it is the line of the function
            end = target if target > 0 else THE_END
            missed.append(f"the branch from line {start} to {end}")
        return [*missed, *self.find_untested(file, set(report["missing_lines"]))]

    def find_untested(self, file: Path, missing: set[int]) -> Iterator[str]:
        """Yield what else no test reaches: functions that nothing calls, lines that only the import runs."""
        data = self.coverage.get_data()
        called, lines = self.read_lines(file)
        data.set_query_context(TESTS)
        called_by_tests, lines_of_tests = self.read_lines(file)
        data.set_query_contexts(None)
        for function in functions(file):
            first = function.co_firstlineno
            own_lines = {line for _, _, line in function.co_lines() if line}
            # if one of its lines is missing, that is said already
            if first not in called and own_lines.isdisjoint(missing):
                name = function.co_name
                what = "the lambda" if name == "<lambda>" else f"the function {name}"
                yield f"{what} on line {first}"
            elif first in called_by_tests:
                for line in sorted((own_lines & lines) - lines_of_tests - {first}):
                    yield f"line {line}, which only the import runs"

    def read_lines(self, file: Path) -> tuple[set[int], set[int]]:
        """Return the first line of each function of a file that was called, and the lines that ran."""
        data, name = self.coverage.get_data(), str(file)
        # an arc that enters a function comes from minus its first line
        called = {-line for line, _ in data.arcs(name) or () if line < 0}
        return called, set(data.lines(name) or ())


def functions(file: Path) -> Iterator[CodeType]:
    """Yield what is written as `def` or `lambda` in a file; not its comprehensions and annotations."""
    with suppress(OSError, *NO_PYTHON):
        codes = [compile_source(file.read_bytes())]
        while codes:
            code = codes.pop(0)
            codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
            is_lambda = code.co_name == "<lambda>"
            is_made_up = code.co_name.startswith("<") or code.co_name == "__annotate__"
            if is_lambda or not is_made_up:
                yield code
