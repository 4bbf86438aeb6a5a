"""The attention view in a cell of a notebook: a widget, and what is shown where no kernel runs."""
