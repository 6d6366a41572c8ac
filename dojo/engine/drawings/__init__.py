"""Draws a failure for whoever writes the code: the test, its row, what came, and where."""
