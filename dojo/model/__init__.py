"""Plain data that every room shares: what a test came to, and why."""
