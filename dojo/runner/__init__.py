"""Runs tests on versions, and programs on cases; keeps what they came to."""
