"""Words of the lab of shifted outputs."""

WORDS = {
    "title": "Outputs (shifted right)",
    "question": "What does the decoder read, and what must it predict?",
    "formula": r"$P(y\mid x)=\prod_{t=1}^{T}P(y_t\mid y_1,\ldots,y_{t-1},x)$",
    "intro": (
        "Figure 1 feeds the decoder the outputs shifted right: a start symbol first, the last token left "
        "out. At each step it has read all tokens before the one that it must predict. All steps are "
        "computed in one pass, and the causal mask keeps the later tokens out of sight. The probabilities "
        "are those of the loaded model for its own translation."
    ),
    "look": (
        "the two rows, which are the same sentence one place apart. Struck-out tokens are those that the "
        "causal mask hides at this step."
    ),
    "step.label": "Step",
    "read": "What the decoder reads",
    "label": "What it must predict, with the model's probability",
    "table": "Step by step",
    "number": "step",
    "reads": "reads",
    "predicts": "must predict",
    "probability": "probability",
    "reading": "At step {step} the decoder has read up to {read} and must predict {label}.",
    "number.steps": "Steps, computed in one pass",
    "number.probability": "Probability of the label at this step",
}
