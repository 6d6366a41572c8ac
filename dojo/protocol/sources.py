"""The code of a pair that shares it, at each of its lights."""

from collections.abc import Sequence

from dojo.protocol.report import Report

Sources = dict[str, str]
"""The files by their paths."""


def sources_at(lights: Sequence[Report]) -> list[Sources]:
    """The files at each light; what a light did not bring is as it was before."""
    found: list[Sources] = []
    by_number: dict[int, Sources] = {}
    before: Sources = {}
    for light in lights:
        if light.number == 1:
            by_number, before = {}, {}
        now = changed(before, light.files or {})
        found.append(now)
        by_number[light.number] = now
        before = by_number.get(light.to, {}) if light.to else now
    return found


def changed(before: Sources, files: dict[str, str | None]) -> Sources:
    """The files after a change."""
    now = before | {name: text for name, text in files.items() if text is not None}
    return {name: text for name, text in now.items() if files.get(name, "") is not None}
