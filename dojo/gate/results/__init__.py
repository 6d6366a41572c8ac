"""What the results of the tests show: their colours, their marks, and what changes them."""
