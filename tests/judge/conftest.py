"""The fixtures of the jury."""

from jury.conftest import impatient, small

__all__ = ["impatient", "small"]
