"""What the gate says of a step that was just made."""


def laws(said):
    """The law and the step of each breach that was told."""
    return [line.split(" · ")[:2] for line in said]


def lacking(step):
    """Its code is that of the step before; no test drives it; its README asks nothing, and quotes nothing."""
    return [["law 6", step]] + 5 * [["law 7", step]]
