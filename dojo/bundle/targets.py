"""The laptops that a bundle is for."""

from itertools import product
from typing import NamedTuple

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "Linux on x86_64": ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "Linux on aarch64": ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
    "macOS on x86_64": ("macosx_11_0_x86_64",),
    "macOS on arm64": ("macosx_11_0_arm64",),
}
"""The tags of the wheels for each system: https://packaging.python.org/specifications/platform-compatibility-tags."""


class Target(NamedTuple):
    """A system and a Python."""

    system: str
    python: str

    @property
    def words(self) -> list[str]:
        """How pip is told of it."""
        tags = [word for tag in SYSTEMS[self.system] for word in ("--platform", tag)]
        return [*tags, "--python-version", self.python, "--implementation", "cp"]

    def __str__(self) -> str:
        return f"{self.system}, Python {self.python}"


TARGETS = [Target(system, python) for system, python in product(SYSTEMS, PYTHONS)]
