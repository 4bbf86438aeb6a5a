"""Section 6.1: greedy and beam search."""
