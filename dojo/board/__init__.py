"""One page for the browser: every red, every change, every green."""
