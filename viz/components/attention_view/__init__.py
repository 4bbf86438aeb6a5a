"""The interactive attention view: a translation, every head, and one head large, drawn in the browser."""

from .component import attention_view, texts_json
from .payload import Check, Hypothesis, LensEntry, pack, pack_head

__all__ = ["Check", "Hypothesis", "LensEntry", "attention_view", "pack", "pack_head", "texts_json"]
