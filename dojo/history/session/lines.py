"""In a child: which lines of some files run."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from coverage import Coverage

from dojo.sandbox.inside import Tell


@contextmanager
def noted(folder: Path, tell: Tell, *, lines: bool = True) -> Iterator[None]:
    """Tell at the end which lines of the files in a folder ran; without `lines`, nothing."""
    if not lines:
        yield
        return
    coverage = Coverage(data_file=None, config_file=False, include=[f"{folder}{os.sep}*"])
    coverage.set_option("run:core", "ctrace")
    coverage.set_option("run:disable_warnings", ["no-data-collected"])
    coverage.start()
    try:
        yield
    finally:
        coverage.stop()
        data = coverage.get_data()
        files = {str(Path(file).relative_to(folder)): file for file in data.measured_files()}
        tell(ran={name: sorted(data.lines(file) or ()) for name, file in files.items()})
