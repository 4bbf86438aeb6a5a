"""Words of the lab of shifted outputs."""

WORDS = {
    "title": "Outputs (shifted right)",
    "question": "What does the decoder read, what must it predict, and what if the shift is forgotten?",
    "formula": r"$P(y\mid x)=\prod_{t=1}^{T}P(y_t\mid\langle s\rangle,y_1,\ldots,y_{t-1},x)$",
    "intro": (
        "Figure 1 feeds the decoder the outputs shifted right: a start symbol first, the last token left "
        "out. The labels are the same sentence without the start symbol, so each step has read every token "
        "before the one that it must predict. All steps are computed in one pass; the causal mask lets a "
        "step read its own position and earlier ones. Without the shift that includes the label itself, and "
        "a model could get by with copying."
    ),
    "look": (
        "the framed cells, where a label is among the tokens that are read. With the shift they lie just "
        "above the diagonal, in the closed half (the last label is never read); without it they are open. "
        "The loaded model was trained with the shift and had no reason to learn to copy: the bars show what "
        "it makes of its own labels as input."
    ),
    "input.label": "Decoder input",
    "input.shifted": "shifted right",
    "input.forgotten": "shift forgotten",
    "step.label": "Step",
    "aligned": "What the decoder reads, and below it what it must predict",
    "mask": "What each step can read (filled), and where its own label is (framed)",
    "label": "must predict",
    "read": "reads",
    "probabilities": "Probability of each label, loaded model",
    "probability": "probability",
    "with_shift": "input shifted right",
    "without_shift": "shift forgotten",
    "reading.shifted": (
        "At step {step} the decoder has read up to “{read}” and must predict “{label}”, which the mask hides."
    ),
    "reading.forgotten": "At step {step} the decoder reads “{label}” and must predict “{label}”.",
    "open": "can be read",
    "closed": "hidden",
    "number.steps": "Steps, computed in one pass",
    "number.in_sight": "Steps that can read their own label",
    "number.loss": "Mean loss, input shifted right (nats per label)",
    "number.loss_forgotten": "Mean loss, shift forgotten",
}
