"""A kata in a participant's browser: Python in WebAssembly, with this runner and this coach."""
