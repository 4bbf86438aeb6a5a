"""Words of the lab of the product of encodings."""

WORDS = {
    "title": "How alike two positions are",
    "question": "How does the product of two encodings depend on their distance?",
    "formula": r"$PE_p\cdot PE_{p+k}=\sum_{i}\cos(k\,\omega_i)\qquad\omega_i=10000^{-2i/d_{\text{model}}}$",
    "intro": (
        "The product of the encodings of two positions is a sum of cosines of their distance. It does not "
        "depend on where they are, and it is the same in both directions. So a head that compares positions "
        "by the plain product cannot tell left from right; the projections of queries and keys can."
    ),
    "look": (
        "a peak at 0 that falls on both sides, with waves: farther is not always less alike. Move the "
        "position: the curve stays."
    ),
    "position.label": "Position p",
    "reach.label": "Largest offset",
    "d_model.label": "Width d_model",
    "chart": "PE(p) · PE(p + k)",
    "offset": "offset k",
    "product": "product",
    "measured": "product of the two encodings",
    "rule": "sum of cosines",
    "number.length": "Product at k = 0, half of d_model",
    "number.next": "Product at k = 1",
    "number.error": "Largest difference of the two curves",
}
