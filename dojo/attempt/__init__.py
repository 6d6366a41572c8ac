"""One participant's work: its folder, its files at any time, its lights."""
