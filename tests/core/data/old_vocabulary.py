"""The form of tokenizer.json without the rules around the vocabulary, which `core/data/tokenizer.py` still reads."""

import json

from core.data.tokenizer import Tokenizer
from core.data.vocabulary import SPECIAL_TOKENS


def old_form(tokenizer: Tokenizer) -> str:
    """Return the content of a file that an older version wrote."""
    special = [
        {"id": index, "content": name, "special": True}
        | dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
        for index, name in enumerate(SPECIAL_TOKENS)
    ]
    decoder = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
    changed = {"added_tokens": special, "normalizer": None, "post_processor": None, "decoder": decoder}
    return json.dumps(tokenizer.to_json() | changed, ensure_ascii=False)
