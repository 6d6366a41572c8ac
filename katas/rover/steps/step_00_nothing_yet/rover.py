"""A rover on Mars."""
