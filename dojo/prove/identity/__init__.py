"""Which tests a version has, and which of them are the same ones as in another version."""
