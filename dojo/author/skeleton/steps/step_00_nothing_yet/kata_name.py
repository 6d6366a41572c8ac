"""Kata name."""
