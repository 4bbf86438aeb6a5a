"""Words of the mistake of shifted labels."""

WORDS = {
    "title": "Labels shifted right",
    "question": "How low does the loss of a decoder fall that learns nothing but to repeat?",
    "formula": r"$\text{read}=(\langle s\rangle,y_1,\ldots,y_{T-1})\qquad\text{label}=(y_1,\ldots,y_T)$",
    "intro": (
        "Figure 1 says outputs (shifted right): the outputs that the decoder reads. With the labels shifted "
        "instead, each step but the first must predict the token before the one that it has just read. The "
        "causal mask lets it see that token, so repeating it is enough: the loss falls to nearly zero and the "
        "model learns nothing about the next token. Below, a decoder that only repeats the token before the "
        "last one is scored against both kinds of labels; nothing of the loaded model is computed here but "
        "its tokens and the size of its vocabulary."
    ),
    "look": (
        "the label of each step: with shifted labels it was read one step earlier, with a shifted input it comes "
        "next. So the rule that only repeats has almost no loss with shifted labels, and a large one with the "
        "correct ones."
    ),
    "position.label": "Step",
    "sure.label": "Probability of the repeated token",
    "step": "step",
    "read": "reads",
    "label": "must predict",
    "wrong": "Labels shifted right",
    "right": "Decoder input shifted right",
    "copying": "Loss of a decoder that repeats the token before the last one",
    "nats": "nats",
    "reading": (
        "At step {step} the decoder should read “{read}” last and predict “{label}”. Repeating costs {low} nats "
        "per label with shifted labels and {high} with the correct ones."
    ),
    "number.steps": "Steps of this translation",
    "number.seen_wrong": "Steps whose label stands earlier in the input, labels shifted",
    "number.seen_right": "Steps whose label stands earlier in the input, input shifted",
    "number.copying_wrong": "Mean loss of repeating, labels shifted (nats per label)",
    "number.copying_right": "Mean loss of repeating, input shifted (nats per label)",
}
