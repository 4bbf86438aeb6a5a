"""Evaluation: scores of a corpus, systems against each other, and how sure one may be of the difference."""
