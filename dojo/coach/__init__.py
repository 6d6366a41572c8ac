"""The verbs of an attempt: start, next, bar, hint, where, watch, back, reset, drop."""
