"""Words of the lab of the rotation."""

WORDS = {
    "title": "A shift is a rotation",
    "question": "Why did the authors expect that the model can attend by relative position?",
    "formula": r"$PE_{pos+k}=R_k\,PE_{pos}$",
    "intro": (
        "For a fixed offset $k$ one matrix takes the encoding of any position to that of the position $k$ "
        r"further on. It turns each pair of dimensions by its own angle, $k/10000^{2i/d_{\text{model}}}$, and "
        "does not depend on the position. So a head can learn to look $k$ tokens away with a linear map."
    ),
    "look": (
        "two by two blocks on the diagonal, and nothing elsewhere. Move the position: the matrix stays. Move "
        "the offset: the first block turns fastest."
    ),
    "position.label": "Position p",
    "offset.label": "Offset k",
    "d_model.label": "Width d_model",
    "d_model.info": "Small, so that every number can be read.",
    "matrix": "The rotation for an offset of {offset}",
    "from": "dimension of PE(p)",
    "to": "dimension of PE(p + k)",
    "table": "Every dimension",
    "dimension": "dimension",
    "before": "PE({position})",
    "rotated": "rotated",
    "after": "PE({position}), computed directly",
    "reading": (
        "The rotated encoding and the one of the new position are the same. Their cosine with the old one, "
        "{cosine}, depends on the offset {offset} alone."
    ),
    "number.distance": "Distance between the rotated encoding and the one computed directly",
    "number.product": "PE(p) · PE(p + k)",
    "number.cosine": "Cosine of PE(p) and PE(p + k)",
}
