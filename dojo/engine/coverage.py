"""Which lines and branches of a version its tests reach, measured in the child that runs them."""

import json
import tempfile
from contextlib import suppress
from pathlib import Path

from coverage import Coverage
from coverage.exceptions import NoDataError, NoSource, NotPython

from dojo.engine.cell import NOTHING, Covered


class Measuring:
    """Measures one file, from its import on, until that is enough."""

    def __init__(self, file: Path) -> None:
        self.file, self.covered = file, NOTHING
        self.coverage = Coverage(data_file=None, branch=True, config_file=False, include=[str(file)])
        self.coverage.set_option("run:core", "ctrace")
        self.coverage.set_option("run:disable_warnings", ["no-data-collected"])  # the table says so
        self.coverage.start()

    def is_enough(self, *, last: bool) -> bool:
        """Look at what was reached until now: is it all, or all that there is to come? Else go on."""
        self.coverage.stop()
        self.covered = self.result()
        if last or not self.covered.missed:
            return True
        self.coverage.start()
        return False

    def result(self) -> Covered:
        """What was reached; nothing where the file is no Python or never ran."""
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "coverage.json")
            with suppress(NoDataError, NoSource, NotPython):
                percent = self.coverage.json_report(morfs=[str(self.file)], outfile=str(out))
                (file,) = json.loads(out.read_text(encoding="utf-8"))["files"].values()
                return covered(file, percent)
        return NOTHING


def covered(file: dict[str, object], percent: float) -> Covered:
    """The report of coverage on a file, in words."""
    missed = [f"line {line}" for line in file["missing_lines"]]  # type: ignore[attr-defined]
    missed += [f"the branch from line {a} to {b}" for a, b in file["missing_branches"]]  # type: ignore[attr-defined]
    summary: dict[str, int] = file["summary"]  # type: ignore[assignment]
    lines, branches = summary["num_statements"], summary["num_branches"]
    return Covered(lines, branches, percent if lines else 100.0, missed)
