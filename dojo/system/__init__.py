"""What goes one way on Linux and macOS, and another way elsewhere: each in one place."""
