"""Who tests the tests? They run against right solutions and wrong ones."""
