"""A session on hold'em can be led by its page alone."""

from documents.typed import CARD, SAYS
from documents.written import plan, words
from helpers import TOP, Watching


def test_the_plan_for_90_minutes_can_be_led_from_its_first_command_to_its_last(workspace):
    """In order, with a pair that writes its first lines as soon as it has started."""
    (workspace.root / ".cache").symlink_to(TOP / ".cache")
    led = [command for _, _, part in plan(90) for command in part]
    assert len(led) > 10
    for command in led:
        if command == "make watch":
            watching = Watching(workspace, "watch")
            shown = watching.until("· light ")
            watching.stop()
            assert " RED · " in shown
            continue
        made = workspace.make(*words(command))
        assert (made.returncode, made.stderr) == (0, ""), command
        if command == "make start NAME=tables-3":
            assert "katas/holdem/attempts/tables-3/" in made.stdout
            (workspace.root / "katas" / "holdem" / "attempts" / "tables-3" / "poker.py").write_text(CARD)
        elif command == "make next":  # once more, for the first test was green at once
            assert "already green" in made.stdout
            assert "“a six beats a five” is red" in workspace.make("next").stdout
        else:
            assert SAYS.get(command, "") in made.stdout, command
