"""The proof on the lights of an attempt."""
