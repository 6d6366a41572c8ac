"""What a mutant leaves right: all of the finished evaluator but what the mutant says itself.

What stands in the mutant is kept; the right one of the same name is there as `right_…` beside it. A class
that builds on the right one imports it: `from finished import right_Card, the_rest`.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

RIGHT = "right_"
HERE = Path(__file__).resolve().parent
BEGINS = re.compile(r"^(def |class |)(\w+)(?=[(:]| =)", re.MULTILINE)


def the_rest(names):
    """Put all that is missing among these names of a module, and run its program where it is the program."""
    own = names["__doc__"]
    exec(compile(beside(names), str(finished()), "exec"), names)
    names["__doc__"] = own


def beside(names):
    """The finished evaluator, with another name for what is among these."""
    return BEGINS.sub(
        lambda found: f"{found[1]}{RIGHT}{found[2]}" if found[2] in names else found[0],
        finished().read_text(encoding="utf-8"),
    )


@cache
def right():
    """The names of the finished evaluator, by themselves."""
    names = {"__name__": "right"}
    exec(compile(finished().read_text(encoding="utf-8"), str(finished()), "exec"), names)
    return names


def __getattr__(name):
    """The right one of a name, before the mutant has its rest: `right_Card`."""
    if name.startswith(RIGHT) and name.removeprefix(RIGHT) in right():
        return right()[name.removeprefix(RIGHT)]
    raise AttributeError(f"the finished evaluator has no {name.removeprefix(RIGHT)}")


@cache
def finished():
    """The finished evaluator of the story that these are the mutants of."""
    for folder in HERE.parents:
        for file in (folder / "story.toml", folder / "steps" / "story.toml"):
            story = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
            if "mutants" in story and (file.parent / story["mutants"]).resolve() == HERE:
                (step,) = (file.parent / story["steps"]).glob(f"step_{story['finished']:02}_*")
                return step / f"{story['module']}.py"
    raise SystemExit(f"no story.toml above {HERE} says that these are its mutants")
