"""Tests of the room website."""
