"""Figures: arrays and strings in, `plotly.graph_objects.Figure` out.

Each figure's `layout.meta` tells the figure component its file name (`name`), what changes on a narrow screen
(`narrow`, a patch of the layout) and, for a matrix of square cells, how many there are (`cells`), so that its
height can follow its width.
"""
