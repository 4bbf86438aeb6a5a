"""Words of the lab of score functions."""

WORDS = {
    "title": "Dot product, cosine, additive",
    "question": "Why the dot product, and not the cosine or a small network?",
    "formula": (
        r"$\frac{q\cdot k}{\sqrt{d_k}}\qquad\frac{q\cdot k}{\lVert q\rVert\,\lVert k\rVert}\qquad "
        r"v^{\top}\tanh(q+k)$"
    ),
    "intro": (
        "The cosine lies between −1 and 1: softmax of such scores cannot prefer one key strongly, and the "
        "model could not use the lengths of vectors. Additive attention takes a network with one hidden "
        "layer, whose scores stay small at any width; footnote 4 and section 3.2.1 say why the plain dot "
        "product does not. The dot product is one matrix product and needs less work. The vectors are "
        "random; the additive network has fixed random weights and no projections of its own."
    ),
    "look": (
        "variance and entropy as d_k grows: the plain dot product concentrates on one key, the cosine "
        "becomes uniform, scaled and additive scores keep theirs."
    ),
    "d_k.label": "Width d_k",
    "keys.label": "Keys",
    "seed.label": "Seed",
    "row": "Weights of one query",
    "key": "key",
    "weight": "weight",
    "table": "Means over 12 queries",
    "variance": "variance of the scores",
    "largest": "largest weight",
    "entropy": "entropy (nats)",
    "scaled": "dot product / √d_k",
    "plain": "dot product",
    "cosine": "cosine",
    "additive": "additive",
    "number.uniform": "Entropy of uniform weights (nats)",
    "number.dot_operations": "Operations of a dot product: 2 d_k",
    "number.additive_operations": "Operations of an additive score: 4 d_k, with as many hyperbolic tangents as d_k",
}
