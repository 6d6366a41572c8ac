"""A session can be led by its page alone."""

import pytest
from documents.typed import CARD, SAYS
from documents.written import facilitating, plan, words
from helpers import TOP, Watching

LEADS = {
    ("holdem", 90): (CARD, "a six beats a five"),
    ("roman", 60): ('def to_roman(number):\n    return "I"\n', "2 is II"),
}
"""By a kata and the minutes of its plan: the code with which the first test is green, and the second test."""


@pytest.mark.parametrize(
    ("kata", "minutes", "code", "second"), [(*led, *told) for led, told in LEADS.items()]
)
def test_a_plan_can_be_led_from_its_first_command_to_its_last(workspace, kata, minutes, code, second):
    """In order, with a pair that writes its first lines as soon as it has started."""
    (workspace.root / ".cache").symlink_to(TOP / ".cache")
    (module,) = {story.module for story, one in workspace.workspace.katas if one.name == kata}
    led = [command for _, _, part in plan(facilitating(kata), minutes) for command in part]
    assert len(led) > 10
    served = []
    colour = "GREEN"  # of the first test of the pair's own; the second one of ours is red
    for command in led:
        if command == "make watch":
            watching = Watching(workspace, "watch")
            shown = watching.until("· light ")
            watching.stop()
            assert f" {colour} · " in shown
            continue
        if words(command)[0] == "room":
            served.append(Watching(workspace, *words(command)))
            assert "Ctrl-C ends it." in served[0].until("Ctrl-C ends it.")
            continue
        made = workspace.make(*words(command))
        assert (made.returncode, made.stderr) == (0, ""), command
        if words(command)[0] == "start":
            assert f"katas/{kata}/attempts/tables-3/" in made.stdout
            attempt = workspace.root / "katas" / kata / "attempts" / "tables-3"
            (attempt / f"{module}.py").write_text(code)
        elif command == "make next":  # once more, where nobody has seen the green yet
            asks = "Is there anything to tidy up?" in made.stdout
            assert f"“{second}” is red" in (workspace.make("next") if asks else made).stdout
            colour = "RED"
        else:
            assert SAYS.get(command, "") in made.stdout, command
    for room in served:
        room.stop()
