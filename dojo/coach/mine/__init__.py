"""You write the tests: which of them were red first, why each is useful, and which rule has no test."""
