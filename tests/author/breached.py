"""What the gate says of a step that was just made."""

LACKING = ["law 6", "law 7", "law 7", "law 7", "law 7", "law 7"]
"""Its code is that of the step before; no test drives it; its README asks nothing, and quotes nothing."""


def laws(said, step):
    """The law of each breach that was told; each is of the one step."""
    assert [line for line in said if step not in line] == []
    return [line.partition(" · ")[0] for line in said]
