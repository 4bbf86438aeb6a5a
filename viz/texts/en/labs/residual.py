"""Words of the lab of the residual stream."""

WORDS = {
    "title": "Residual stream",
    "question": "How much does each sub-layer change what flows through the model?",
    "formula": r"$x\leftarrow x+\operatorname{Sublayer}(x)$",
    "intro": (
        "Each sub-layer reads the stream and adds its output to it; nothing is replaced. So a layer can do "
        "little without harm, and gradients reach the first layer. The numbers before the names below are "
        "layers."
    ),
    "look": (
        "how large an addition is against the stream that it meets, and whether it points along the stream "
        "(cosine near 1), across it (0) or against it (below 0)."
    ),
    "side.label": "Stack",
    "side.encoder": "Encoder",
    "side.decoder": "Decoder",
    "position.label": "Position of the token",
    "position.info": "From 0.",
    "norms": "At “{token}”: norm of the stream and of what is added to it",
    "self": "{layer} self-attention",
    "cross": "{layer} cross-attention",
    "feed_forward": "{layer} feed-forward",
    "norm": "Euclidean norm",
    "stream": "stream before the sum",
    "added": "added by the sub-layer",
    "direction": "Direction of the addition against the stream",
    "cosine": "cosine",
    "number.first": "Norm of the stream before the first sum",
    "number.last": "Norm of the stream before the last sum",
    "number.largest": "Largest addition",
}
