"""Fizz."""
