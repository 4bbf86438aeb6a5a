"""The first tab: a sentence, its translation, and the explorer of every head that produced it."""

from viz.tabs.translate.kept_values import KEEP_TYPED, READ_KEPT
from viz.tabs.translate.layout import TranslateTab, begin_with, build

__all__ = ["KEEP_TYPED", "READ_KEPT", "TranslateTab", "begin_with", "build"]
