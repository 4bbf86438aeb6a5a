"""The interactive attention view: a translation, every head, and one head large, drawn in the browser."""

from .component import attention_view, texts_json
from .payload import Check, Hypothesis, LensEntry, head_request, pack, pack_head

__all__ = ["Check", "Hypothesis", "LensEntry", "attention_view", "head_request", "pack", "pack_head", "texts_json"]
