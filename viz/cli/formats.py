"""What the commands of `python -m viz` can write."""

FORMATS = ("svg", "pdf", "png")  # of a figure
HANDOUTS = ("notebook", "workbook", "worksheet")
