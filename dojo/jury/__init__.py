"""Right solutions and wrong ones: which of them some tests accept, and which they catch."""
