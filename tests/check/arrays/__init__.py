"""What bulk.py makes of hands in arrays: a run of its own, which measures that all of bulk.py is reached."""

from helpers import TOP

(BULK,) = TOP.glob("steps/step_99_*/bulk.py")
