"""The lights of an attempt as the versions of a history."""

from collections.abc import Iterable, Mapping, Sequence

from dojo.attempt import diffstat
from dojo.attempt.attempt import is_bookkeeping
from dojo.attempt.create import IDEAS
from dojo.attempt.light import BackLight, Light, RunLight, ancestors
from dojo.attempt.snapshot import Files
from dojo.tracing.paths import holds_tests, is_code
from dojo.tracing.sources import Test, normalize, parse_tests, shared_by_tests
from dojo.tracing.trace import Trace
from dojo.tracing.version import Version


def trace_lights(lights: Sequence[Light], files: Mapping[str, Files]) -> Trace:
    """Follow each test through the lights of an attempt; `files` are those of each, by its id."""
    return Trace(versions_of(lights, files))


def versions_of(lights: Sequence[Light], files: Mapping[str, Files]) -> Iterable[Version]:
    """Yield a version for each light at which tests ran."""
    revealed = 0
    for light in lights:
        if isinstance(light, RunLight | BackLight) and light.revealed is not None:
            revealed = light.revealed
        if isinstance(light, RunLight):
            before = number_of_run_before(light, lights)
            yield version_of(light, files[light.id], before, revealed)


def number_of_run_before(light: Light, lights: Sequence[Light]) -> int:
    """Return the number of the last run that led to a light; 0 if there is none."""
    for earlier in ancestors(lights[: light.number - 1]):
        if isinstance(earlier, RunLight):
            return earlier.number
    return 0


def version_of(light: RunLight, files: Files, before: int, revealed: int) -> Version:
    """Return a light as a version that was made from the one with the number `before`.

    `revealed` is how many tests of the kata were revealed by then.
    """
    code: dict[str, bytes] = {}
    others: dict[str, bytes] = {}
    # of a test, what it needs that is neither code nor the test itself
    surroundings: dict[str, str] = {}
    for name, file in files.items():
        path = name.decode(errors="replace")
        if is_version_code(path):
            code[path] = file.content
        elif holds_tests(path):
            surroundings[path] = shared_by_tests(file.content)
        elif not is_note(path):
            others[path] = file.content
    surroundings[""] = normal_text(others)
    return Version(
        number=light.number,
        before=before,
        outcomes=light.outcomes,
        own=frozenset(light.own or {}),
        sources=read_sources(files),
        code=normal_text(code),
        surroundings=surroundings,
        suite=light.suite,
        begins=light.verb == "start",
        says_own=light.own is not None,
        opens=frozenset(light.opens),
        is_green=light.is_green,
        # an older light does not name all of its tests
        number_of_tests=max(len(light.outcomes), sum(light.counts.values())),
        revealed=revealed,
        unnoticed=light.unnoticed,
        grows=light.grows,
    )


def is_version_code(path: str) -> bool:
    """True for code in any language that is no test."""
    return diffstat.is_code(path) and (is_code(path) or not path.endswith(".py"))


def is_note(path: str) -> bool:
    """True for a file that no test reads: what we keep there, and what the participant notes."""
    return path == IDEAS or path.endswith(".md") or is_bookkeeping(path.encode())


def normal_text(texts: Mapping[str, bytes]) -> str:
    """Return a text that is the same for files that do the same: of Python, layout does not count."""
    parts = []
    for path, content in sorted(texts.items()):
        text = normalize(content) if path.endswith(".py") else repr(content)
        # an empty file, and one with a docstring alone, are no code
        if text != normalize(b""):
            parts.append(f"{path}: {text}")
    return "\n".join(parts)


def read_sources(files: Files) -> dict[str, Test]:
    """Return the tests that the files define, by their ids without rows."""
    found = {}
    for name, file in sorted(files.items()):
        path = name.decode(errors="replace")
        # a link may lead anywhere
        if not holds_tests(path) or file.is_link:
            continue
        test_file = parse_tests(file.content)
        if test_file is not None:
            for test in test_file.tests:
                found[f"{path}::{test.name}"] = test
    return found
