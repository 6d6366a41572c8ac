"""How fast the steps evaluate hands, beside what a Python user would install instead."""
