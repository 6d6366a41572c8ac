"""What goes with a participant through an attempt: start, next, hint, where, watch, lights, back."""
