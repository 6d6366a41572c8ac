"""MODE=mine: what the participant writes besides code."""
