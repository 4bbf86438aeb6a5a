"""Words of the lab of attention without projections."""

WORDS = {
    "title": "Q = K = V",
    "question": "Why does attention need projections, if vectors could be compared with themselves directly?",
    "formula": r"$\operatorname{softmax}\left(\frac{XX^{\top}}{\sqrt{d}}\right)X$",
    "intro": (
        "Without projections the score of a vector with itself is its squared length, those with others are "
        "products of different directions. In high dimensions the first is by far the largest, so each "
        "vector attends to itself and the layer returns its input: the matrix collapses to the identity. "
        "Separate projections for queries and keys remove this preference. Vectors and projections here are "
        "random."
    ),
    "look": (
        "the diagonal. It grows with the width and with the size of the vectors; with projections it does not "
        "stand out."
    ),
    "width.label": "Width",
    "size.label": "Size of the components",
    "size.info": "Their standard deviation.",
    "count.label": "Vectors",
    "projected.label": "With random projections",
    "seed.label": "Seed",
    "without": "Weights without projections",
    "with": "Weights with projections for queries and keys",
    "query": "query",
    "key": "key",
    "number.diagonal": "Mean weight of a vector on itself",
    "number.uniform": "Weight if all were equal",
    "number.length": "Mean length of the vectors",
    "number.alike": "Mean cosine of output and input",
}
