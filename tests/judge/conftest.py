"""The fixtures of the jury."""

from jury.conftest import small

__all__ = ["small"]
