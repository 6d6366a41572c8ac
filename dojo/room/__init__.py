"""A room: everybody's lights on one screen, and a clock that knows the bar."""
