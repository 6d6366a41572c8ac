"""How much memory the census takes, in MiB: `python -m katas.poker.bench.peak`, in a process of its own."""

from importlib import import_module
from pathlib import Path

from katas.poker.in_bulk import load


def peak() -> float:
    """The most MiB that this process has had. What getrusage tells on Linux may be its parent's."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (one for one in status.read_text(encoding="utf-8").splitlines() if one.startswith("VmHWM"))
        return int(line.split()[1]) / 2**10
    resource = import_module("resource")
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 2**20


if __name__ == "__main__":
    load().census(7)
    print(peak())
