"""What pytest says to whoever looks for tests in the folder of a step."""

import re
from pathlib import Path

import pytest

STEPS = Path(__file__).resolve().parent
INSTEAD = "no test lies in the steps: the suite runs on them:"


def pytest_configure(config):
    for arg in config.args:
        named = config.invocation_params.dir / arg.partition("::")[0]
        path = named.resolve()
        if path.is_relative_to(STEPS):
            step = re.match(r"step_(\d+)", str(path.relative_to(STEPS)))
            number = int(step[1]) if step else "N"
            raise pytest.UsageError(
                f"{INSTEAD} pytest tests/suite --step {number}"
            )
