"""`make watch`: the process that sees saves, the one that runs tests, and the screen."""
