"""The verbs of an attempt: start, next, hint, where, watch, lights, back."""
