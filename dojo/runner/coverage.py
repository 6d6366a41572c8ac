"""Which lines, branches and functions of a version its tests reach, measured in the child that runs them."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType

from dojo.runner.result import NOTHING, Covered
from dojo.story.source import NO_PYTHON, compile_source

TESTS = "tests"
"""What coverage calls the time when tests run: before that there is only the import."""
LEAVES_OUT = ("exclude_lines", "exclude_also", "partial_branches", "partial_branches_always")
"""What makes coverage leave out lines: `pragma: no cover`, `if TYPE_CHECKING:`, bodies of three dots."""
NO_LINE = "(?!)"
THE_END = "the end of the function"


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
    """Measures one file, from its import on."""

    def __init__(self, file: Path) -> None:
        # late: a verb that measures nothing does not wait for it
        from coverage import Coverage

        self.file = file
        self.coverage = Coverage(data_file=None, branch=True, config_file=False, include=[str(file)])
        self.coverage.set_option("run:core", "ctrace")
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])  # the table says so
        for option in LEAVES_OUT:
            self.coverage.set_option(f"report:{option}", [NO_LINE])
        self.coverage.start()

    def begin_tests(self) -> None:
        """Note that the file is imported: from now on tests run."""
        self.coverage.switch_context(TESTS)

    def end(self) -> Covered:
        """Give what was reached; nothing if the file is not valid Python or never ran."""
        # late, as coverage itself is
        from coverage.exceptions import NoDataError, NoSource, NotPython

        self.coverage.stop()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            out = Path(folder, "coverage.json")
            with suppress(NoDataError, NoSource, NotPython):
                percent = self.coverage.json_report(morfs=[str(self.file)], outfile=str(out))
                (file,) = json.loads(out.read_text(encoding="utf-8"))["files"].values()
                missed = [f"line {line}" for line in file["missing_lines"]]
                branches = [(a, b if b > 0 else THE_END) for a, b in file["missing_branches"]]
                missed += [f"the branch from line {a} to {b}" for a, b in branches]
                missed += self.not_tested(set(file["missing_lines"]))
                lines, of = file["summary"]["num_statements"], file["summary"]["num_branches"]
                return Covered(lines, of, percent if lines else 100.0, missed)
        return NOTHING

    def not_tested(self, missing: set[int]) -> Iterator[str]:
        """What else no test reaches: a function that nothing calls, a line that only the import runs."""
        data, file = self.coverage.get_data(), str(self.file)
        begun = {-line for line, _ in data.arcs(file) or () if line < 0}
        lines = set(data.lines(file) or ())
        data.set_query_context(TESTS)
        tested = {-line for line, _ in data.arcs(file) or () if line < 0}
        lines_tested = set(data.lines(file) or ())
        data.set_query_contexts(None)
        for function in functions(self.file):
            first, own = function.co_firstlineno, {line for _, _, line in function.co_lines() if line}
            if first not in begun and not own & missing:
                name = function.co_name
                called = "the lambda" if name == "<lambda>" else f"the function {name}"
                yield f"{called} on line {first}"
            elif first in tested:
                for line in sorted((own & lines) - lines_tested - {first}):
                    yield f"line {line}, which only the import runs"


def functions(file: Path) -> Iterator[CodeType]:
    """What is written as `def` or `lambda` in a file; not its comprehensions and annotations."""
    with suppress(OSError, *NO_PYTHON):
        codes = [compile_source(file.read_bytes(), flags=0)]
        for one in codes:  # which grows meanwhile
            codes += [constant for constant in one.co_consts if isinstance(constant, CodeType)]
            if one.co_name == "<lambda>" or (one.co_name[0] != "<" and one.co_name != "__annotate__"):
                yield one
