"""Who tests the tests? A suite against right evaluators and wrong ones."""
