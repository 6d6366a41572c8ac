"""What a pair and a room tell each other, over the network or in files: reports of lights, and records."""
