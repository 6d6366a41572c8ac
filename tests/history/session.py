"""A session that needs no disk: its lights, a line each, and the files of each."""

from dojo.attempt.lights import Light
from dojo.attempt.snapshot import File


def light(seconds, verb, colour="", code="", tests="", *, counts=None, test="", **told):
    """A light so many seconds after the last one; `code` and `tests` are a sign for each line."""
    counts = counts if counts is not None else {colour: 1}
    return seconds, verb, colour, {"fizz.py": code, "test_fizz.py": tests}, counts, test, told


def played(*told):
    """The lights, and the files of each commit."""
    lights, files, now = [], {}, 1_700_000_000.0
    for number, (seconds, verb, colour, texts, counts, test, more) in enumerate(told, 1):
        now += seconds
        lights.append(Light(number, now, verb, colour, counts, test, more, f"commit {number}"))
        files[f"commit {number}"] = {
            name.encode(): File("100644", "".join(f"{line}\n" for line in text).encode())
            for name, text in texts.items()
        }
    return lights, files
