"""What the gate runs beside the matrix: the suite on mutants, and every test once more in another way."""
