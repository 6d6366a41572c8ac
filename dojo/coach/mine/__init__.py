"""You write the tests: which of them were red first, what each is good for, and which rule is untouched."""
