"""Runs tests on versions: one way to collect, one way to run, one meaning for red."""
