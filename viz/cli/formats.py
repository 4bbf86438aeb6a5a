"""Formats of the files that `python -m viz` writes."""

FORMATS = ("svg", "pdf", "png")  # of a figure
HANDOUTS = ("notebook", "workbook", "worksheet")
