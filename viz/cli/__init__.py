"""The commands of `python -m viz`, and the formats of the files that they write."""

FORMATS = ("svg", "pdf", "png")  # of a figure
HANDOUTS = ("notebook", "workbook", "worksheet")
PUBLISHED = ("static", "gradio", "model")  # what a model becomes on the Hub
