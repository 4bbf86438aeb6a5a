"""The data of a new run: a generated task, a known corpus, a data set of the Hugging Face Hub, or uploaded files."""
