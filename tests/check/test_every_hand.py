"""Every hand of five, and many deals of seven, through each design of the finished evaluator.

Both cores work on it, in one test, so that it does not matter to which worker it falls. From nothing it takes
minutes; what a design came to is kept.
"""

from dojo.story.steps import Step
from katas.poker import exhaustive, story


def test_every_design_gives_every_hand_its_ranking_and_its_place(here, capfd):
    assert here.verb("exhaustive") == 0
    said = capfd.readouterr().out.splitlines()
    assert said[0].split() == ["known", "65", "66", "67", "68", "69", "70", "71", "72=71"]
    counts = [line.split("  ") for line in said[1:-1]]
    assert [line[0] for line in counts] == [*exhaustive.KNOWN, "classes"]
    assert [line[-8:] for line in map(str.split, said[1:-1])] == [["·"] * 8] * 10
    assert said[-1] == "All agree, also on 100,000 deals of seven cards."


def test_a_wrong_design_is_caught(tmp_path):
    """Of the design that is quickest; what it comes to is kept as well."""
    step = Step(tmp_path / "step_70_wrong", "poker")
    step.folder.mkdir()
    ace_is_low_too = "        places |= LOW_ACE\n"
    code = story().step(70).code
    assert code.count(ace_is_low_too) == 1
    step.module.write_text(code.replace(ace_is_low_too, "        pass\n"), encoding="utf-8")
    faults = list(exhaustive.faults([exhaustive.examined(step)]))
    assert "step_70_wrong: 9,180 hands are Straight, not 10,200" in faults
    assert "step_70_wrong: 36 hands are Straight Flush, not 40" in faults
