"""Poker hands."""
