"""Words of the mistake of shifted labels."""

WORDS = {
    "title": "Labels shifted right",
    "question": "Which of the two is shifted: what the decoder reads, or what it must predict?",
    "formula": r"$\text{read}=(\langle s\rangle,y_1,\ldots,y_{T-1})\qquad\text{label}=(y_1,\ldots,y_T)$",
    "intro": (
        "Figure 1 says outputs (shifted right): the outputs that the decoder reads. With the labels shifted "
        "instead, each step but the first must predict the token before the one that it has just read. The "
        "causal mask lets it see that token, so the loss falls to nearly zero and the model learns nothing "
        "about the next token."
    ),
    "look": (
        "the label of each step: on the right it is never among the tokens that were read so far because of "
        "their position; on the left it was read one step earlier."
    ),
    "position.label": "Step",
    "step": "step",
    "read": "reads",
    "label": "must predict",
    "wrong": "Labels shifted right",
    "right": "Decoder input shifted right",
    "reading": "At step {step} the decoder reads {read} last and must predict {label}.",
    "number.steps": "Steps of this translation",
    "number.seen_wrong": "Steps whose label stands earlier in the input, labels shifted",
    "number.seen_right": "Steps whose label stands earlier in the input, input shifted",
}
