"""The runs: which there are, which one is followed and how it stands, and what can be done with it."""
