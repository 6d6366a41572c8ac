"""Who tests the tests? A suite against right solutions and wrong ones."""
