"""Figures: arrays and strings in, `plotly.graph_objects.Figure` out.

Each figure's `layout.meta` contains its file name (`name`), a patch of the layout for narrow screens (`narrow`) and,
for a matrix of square cells, their number (`cells`), so that the figure component can adapt its height to its
width.
"""
