"""Glassformer's core: the Transformer of "Attention Is All You Need", in the paper's order.

Importing the package loads nothing heavy: name the module that you need.
"""

VERSION = "0.1.0"
