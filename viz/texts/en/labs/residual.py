"""Words of the lab of the residual stream."""

WORDS = {
    "title": "Residual stream",
    "question": "How much does each sub-layer change what flows through the model?",
    "formula": r"$x\leftarrow x+\operatorname{Sublayer}(x)$",
    "intro": (
        "Each sub-layer reads the stream and adds its output to it; nothing is replaced. The skip is why a "
        "layer can do little without harm, and why gradients reach the first layer."
    ),
    "look": (
        "how large an addition is against the stream that it meets, and whether it points along the stream "
        "(cosine near 1), across it (0) or against it (below 0)."
    ),
    "side.label": "Stack",
    "side.encoder": "Encoder",
    "side.decoder": "Decoder",
    "token.label": "Token",
    "norms": "Length of the stream and of what is added to it",
    "norm": "Euclidean norm",
    "stream": "stream before the sum",
    "added": "added by the sub-layer",
    "direction": "Direction of the addition against the stream",
    "cosine": "cosine",
    "number.first": "Norm of the stream before the first sum",
    "number.last": "Norm of the stream before the last sum",
    "number.largest": "Largest addition",
}
