"""Child processes with limits on time, memory and output, and what they send back."""
