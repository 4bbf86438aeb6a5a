"""Words of the lab of uniqueness."""

WORDS = {
    "title": "Is every position unique?",
    "question": "How near do two positions come to each other?",
    "formula": r"$\left\|PE_p-PE_{p+k}\right\|^2=d_{\text{model}}-2\sum_i\cos(k\,\omega_i)$",
    "intro": (
        "The distance of two encodings depends on their offset alone. With the paper's base and a usual "
        "width the nearest positions are neighbours, and no two coincide. With few dimensions or a small "
        "base the waves come round together, and positions far apart become nearly equal."
    ),
    "look": "the offset with the smallest distance: 1 as long as all is well. Then lower the width or the base.",
    "d_model.label": "Width d_model",
    "length.label": "Positions",
    "base.label": "Base",
    "base.2": "2",
    "base.10": "10",
    "base.100": "100",
    "base.10000": "10000 (paper)",
    "chart": "Distance of two positions by their offset",
    "offset": "offset k",
    "distance": "distance",
    "nearest": "k = {nearest}",
    "matrix": "Distances of the first positions",
    "position": "position",
    "number.least": "Smallest distance",
    "number.nearest": "At the offset",
    "number.next": "Distance of neighbours",
}
