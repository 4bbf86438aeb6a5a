"""The runs: their list, the followed one, its status, and its actions."""
