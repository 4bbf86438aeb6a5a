"""The runs: which there are, which one is followed, its status, and what can be done with it."""
