"""A kata in a participant's browser: Python in WebAssembly, the runner and the coach, and a page around them."""
