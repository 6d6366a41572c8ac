"""The help: every verb, by what it is about, as somebody types it."""

from collections.abc import Iterable

from dojo.cli.verbs import Verb

WIDTH = 16
GROUPS = {
    "all": "",
    "attempt": "\nOf an attempt, your own work (NAME=tables-3; without it, the one started last):",
    "step": "\nOf one step, here of step 7 (make red STEP=7 works as well):",
}
WITHOUT_MAKE = "\nWithout make: python -m dojo VERB …; --help behind a verb says which words it takes."


def help_of(verbs: Iterable[Verb]) -> str:
    """All of it."""
    rows: dict[str, list[str]] = {group: [] for group in GROUPS}
    for verb in verbs:
        if verb.of != "step":
            rows[verb.of].append(row(verb.name, verb.help))
        if verb.step != "never":
            rows["step"].append(row(f"step-7 {verb.name}", verb.step_help or verb.help))
    parts = [part for group, head in GROUPS.items() for part in ([head] if head else []) + rows[group]]
    return "\n".join([*parts, WITHOUT_MAKE])


def row(name: str, text: str) -> str:
    """A verb and what it does."""
    return f"  make {name:{WIDTH}} {text}"
