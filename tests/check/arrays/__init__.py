"""What bulk.py makes of hands in arrays: a run of its own, which measures that all of bulk.py is reached."""

from pathlib import Path

TOP = Path(__file__).parent.parent.parent.parent
BULK = sorted(TOP.glob("steps/step_*/bulk.py"))[-1]
