"""Words of the lab of absolute positions."""

WORDS = {
    "title": "Relative to zero is absolute",
    "question": "Is the sinusoidal encoding absolute or relative?",
    "formula": r"$PE_0\cdot PE_p=\sum_i\cos(p\,\omega_i)$",
    "intro": (
        "Both. Products depend on distances alone, but the distance to the first position is the position "
        "itself: a token that is always at the start, or a bias, is a ruler. How well it measures depends on "
        "the curve: where it is flat or comes back to the same value, two positions look alike from zero. "
        "The whole vector still tells them apart."
    ),
    "look": (
        "places where the solid curve comes back to the dotted level, the product of position p with position 0: "
        "there other positions have nearly the same product. Whether it does depends on p and the width."
    ),
    "length.label": "Positions",
    "position.label": "Position p",
    "d_model.label": "Width d_model",
    "chart": "Products with position 0 and with position p",
    "position_axis": "position",
    "product": "product",
    "level": "PE(0) · PE(p)",
    "own": "p = {at}",
    "to_zero": "with position 0",
    "to_own": "with position p",
    "reading": "Seen from position 0, position {near} is the most similar to position {at}.",
    "number.product": "PE(0) · PE(p)",
    "number.near": "Position with the nearest product",
    "number.gap": "Difference of the two products",
}
