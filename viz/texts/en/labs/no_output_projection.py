"""Words of the mistake of the missing projection."""

WORDS = {
    "title": "Output projection missing",
    "question": "Is it enough to put the outputs of the heads side by side?",
    "formula": (
        r"$[\text{head}_1;\ldots;\text{head}_h]\,W^O\qquad\text{not}\quad[\text{head}_1;\ldots;\text{head}_h]$"
    ),
    "intro": (
        "The concatenated heads have the width of the model, so that nothing fails without $W^O$. But the "
        "first head could then write only into the first d_v components of the stream, and heads could never "
        "work together. The projection sends each head's result to all components. Below, every attention of "
        "the trained model runs without it."
    ),
    "look": (
        "cosines near 0: concatenation and projection have little in common. The matrix shows how much each "
        "head gives to the projected output."
    ),
    "kind.label": "Attention",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "kind.cross": "Cross",
    "layer.label": "Layer",
    "cosine": "Concatenated heads against the projected output",
    "cosine_axis": "cosine",
    "heads": "Norm of each head's part of the projected output",
    "query": "query",
    "head": "head",
    "chart": "Probability of each token of the translation",
    "probability": "probability",
    "without": "without Wᴼ in every attention",
    "with": "with it",
    "number.cosine": "Mean cosine",
    "number.log_without": "Log-probability of the translation, without",
    "number.log_with": "Log-probability of the translation, with",
}
