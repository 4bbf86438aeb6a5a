"""The interactive attention view: a translation, every head, and one head large, drawn in the browser."""

from .component import attention_view, texts_json

__all__ = ["attention_view", "texts_json"]
