"""Section 3: the model."""
