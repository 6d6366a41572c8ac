"""The packages of a lock, as files for other systems than this one."""

import os
import re
import subprocess
import sys
from pathlib import Path

from dojo.errors import Trouble

SOURCE_ONLY = "docopt,pytest-watch"
"""These are published without a wheel: the laptop builds them."""
SYSTEMS = {
    "Linux x86_64": ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "Linux aarch64": ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
    "macOS x86_64": ("macosx_11_0_x86_64",),
    "macOS arm64": ("macosx_11_0_arm64",),
    "Windows amd64": ("win_amd64",),
}
VERSIONS = ("3.11", "3.12", "3.13", "3.14")


def download(lock: Path, system: str, version: str, folder: Path) -> None:
    """Bring the wheels of a lock for a system and a Python; pip leaves those that are there already.

    Raises Trouble, which names the package that has none.
    """
    platforms = [word for platform in SYSTEMS[system] for word in ("--platform", platform)]
    words = ["--only-binary", ":all:", "--no-binary", SOURCE_ONLY, *platforms, "--python-version", version]
    said = pip(["download", "--quiet", "--no-deps", *words, "-r", str(lock), "-d", str(folder)])
    if said.returncode:
        raise Trouble(f"no wheels of {lock.name} for Python {version} on {system}: {reason(said.stdout)}")


def pip(words: list[str]) -> "subprocess.CompletedProcess[str]":
    """Run pip; it asks nobody anything."""
    return subprocess.run(
        [sys.executable, "-m", "pip", *words],
        env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def reason(said: str) -> str:
    """What pip stopped at, in a few words."""
    if "Failed to establish a new connection" in said:
        return "is there a network?"
    if missing := re.search(r"No matching distribution found for (\S+)", said):
        return f"{missing[1]} has none"
    return (said.strip().splitlines() or ["pip says nothing"])[-1]
