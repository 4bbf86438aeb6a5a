"""Figures: arrays and strings in, `plotly.graph_objects.Figure` out.

Each figure's `layout.meta` contains its file name (`name`) and a patch of the layout for narrow screens (`narrow`).
"""
