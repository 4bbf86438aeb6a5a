"""Words of the lab of byte pairs."""

WORDS = {
    "title": "Byte-pair encoding",
    "question": "How does a sentence become tokens?",
    "intro": (
        "Training the tokenizer joined the most frequent pair of neighbouring pieces again and again. To "
        "encode a sentence, the same merges are applied in the order in which they were learned, beginning "
        "with single bytes, within words only. Frequent words end as one token; rare ones stay in pieces, "
        "and none is unknown. A letter beyond ASCII has two or more bytes, a Chinese character three."
    ),
    "look": (
        "the pieces that the last merge has made, which are tinted, and the number below each piece: the "
        "place of its merge in the order of learning. Small numbers are pairs that were frequent in the "
        "training text. Type a rare word, or one of the other language."
    ),
    "text.label": "Your sentence",
    "side.label": "Vocabulary",
    "side.source": "of the source",
    "side.target": "of the target",
    "merges.label": "Merges applied, at most",
    "merges.info": "Drag it from 0; the right end applies all.",
    "pieces": "After {at} of {all} merges that apply here (below: which merge made the piece)",
    "chart": "Pieces of the sentence after each merge",
    "merge": "merges applied",
    "count": "pieces",
    "none": "no merge yet",
    "byte": "byte",
    "number.applied": "Merges applied",
    "number.learned_as": "The last one was learned as number",
    "number.pieces": "Pieces now",
    "number.bytes": "Bytes of the sentence, with a space in front where the tokenizer adds one",
    "number.tokens": "Tokens of the model",
    "number.per_piece": "Characters per piece now",
}
