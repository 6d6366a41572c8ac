"""`make bench`: how fast the steps are beside what others install, and the verbs beside bare pytest.

All of it runs in turn, in rounds; a figure is the median of the rounds. Ratios come first: seconds
depend on the machine, ratios hardly. What was measured goes to steps/speed.json.
"""

import datetime
import json
import os
import platform
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console

from dojo.bench_verbs import measure_verbs
from dojo.speed import FILE, Measured, Speed, written
from dojo.speed_shown import shown
from dojo.steps import ROOT
from dojo.verb import ended

PYTHON = ".venv-bench/bin/python"


def machine() -> dict[str, str]:
    """What the figures belong to."""
    return {
        "cpu": f"{os.cpu_count()} × {cpu()}",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def cpu() -> str:
    """The name of the processor, as Linux, macOS or else Python knows it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    with suppress(OSError, subprocess.CalledProcessError):
        asked = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.check_output(asked, text=True, stderr=subprocess.DEVNULL).strip()
    return platform.processor() or "unknown processor"


def measure_hands() -> dict[str, Any]:
    """What the part beside the peers says; raises SystemExit where it stopped, and has said why."""
    run = subprocess.run([PYTHON, "-m", "dojo.bench_hands"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        raise SystemExit(1)
    told: dict[str, Any] = json.loads(run.stdout)
    return told | {"measured": [Measured(**one) for one in told["measured"]]}


def main() -> int:
    try:
        hands = measure_hands()
        hands["measured"] += measure_verbs()
    except subprocess.CalledProcessError as failed:
        print(f"{shlex.join(failed.cmd)} fails, so nothing was written: run it alone", file=sys.stderr)
        return 1
    speed = Speed(datetime.date.today().isoformat(), machine(), **hands)
    (ROOT / FILE).write_text(written(speed), encoding="utf-8")
    Console(highlight=False).print(shown(speed))
    print(f"{FILE} is written; make contents puts it into the pages.")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
