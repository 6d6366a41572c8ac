"""How the lights of an attempt get to a room: in the background, each once, and in order."""
