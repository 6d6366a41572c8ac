"""How a room is served: its address, its connections, and the lights that are on this computer."""
