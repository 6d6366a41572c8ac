"""Yatzy."""
