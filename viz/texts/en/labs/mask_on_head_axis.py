"""Words of the mistake of the axis of heads."""

WORDS = {
    "title": "A mask on the head axis",
    "question": (
        "What does a mask of shape [B,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}T] "
        "do to scores of shape [B,\N{NO-BREAK SPACE}h,\N{NO-BREAK SPACE}T,\N{NO-BREAK SPACE}T]?"
    ),
    "intro": (
        "Broadcasting aligns shapes from the right, so that the axis of sentences meets that of heads. With "
        "B ≠ h this is an error, which is good luck. With B = h it fits by accident: head 1 of every "
        "sentence gets the padding of sentence 1, head 2 that of sentence 2. Nothing fails, and the model "
        "learns from padding. "
        "Correct is one more axis: [B,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}1,\N{NO-BREAK SPACE}T]. "
        "Sentence 1 has no padding here, each next one a token more."
    ),
    "look": (
        "columns of padding that belong to another sentence, in the mask as it is often written: with B = h, every "
        "head but one shows them. Make the batch and the heads unequal: the mistake becomes an error (hatched)."
    ),
    "batch.label": "Sentences B",
    "heads.label": "Heads h",
    "length.label": "Tokens T",
    "sentence.label": "Sentence shown",
    "head.label": "Head shown",
    "query": "query",
    "key": "key",
    "shapes": "Shapes, aligned from the right",
    "fits": "fits by accident, or because one of them is 1",
    "fails": "error: the shapes do not fit",
    "right_shape": "correct",
    "yes": "yes",
    "no": "no",
    "reading.fits": "Head {head} of sentence {sentence} is masked with the padding of sentence {other}.",
    "reading.fails": "The shapes do not fit: the program stops with an error.",
    "open": "open",
    "closed": "padding",
    "number.fits": "Does it run?",
    "number.differ": "Cells that are wrong in this head",
    "number.tokens": "Tokens of this sentence without padding",
}
