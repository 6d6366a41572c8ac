"""What the suite of a story comes to on its mutants."""

from dojo.engine.suite import with_suite
from dojo.engine.trial import try_all
from dojo.engine.version import Copy


def run(some, folder):
    """For each mutant, all of one story, a list of tests: the rule, the kind, the step, the colour."""
    story = some[0].story
    file = f"{story.module}.py"
    copies = [Copy(mutant.name, folder / mutant.name, folder / mutant.name / file) for mutant in some]
    for copy, mutant in zip(copies, some, strict=True):
        copy.folder.mkdir()
        copy.module.write_text(mutant.whole, encoding="utf-8")

    def body(suite):
        trials = [suite.trial(copy, suite.tests, drawn=()) for copy in copies]
        try_all(trials)
        return [
            [(test.rule, test.kind, test.written, trial.cells[test.id].colour) for test in suite.tests]
            for trial in trials
        ]

    return with_suite(story, body)


def too_early(mutant, column):
    """The tests that drive a step before that of the mutant, and that it does not pass."""
    return [
        rule
        for rule, kind, written, colour in column
        if kind == "drives" and written < mutant.step and colour != "green"
    ]


def catching(column):
    """The rules of the tests that notice a mutant."""
    return {rule for rule, *_, colour in column if colour != "green"}
