"""Was it TDD? The verdicts on tests and code of versions in order: the lights of an attempt, or commits."""
