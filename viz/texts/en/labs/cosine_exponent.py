"""Words of the mistake of the cosine's exponent."""

WORDS = {
    "title": "The cosine's exponent",
    "question": "Which frequency does the cosine of a pair have?",
    "formula": r"$\cos\frac{pos}{10000^{2i/d}}\qquad\text{not}\qquad\cos\frac{pos}{10000^{(2i+1)/d}}$",
    "intro": (
        "In the paper dimensions 2i and 2i + 1 share a frequency. Code that counts dimensions instead of "
        "pairs gives the cosine its own. Each pair then no longer turns on a circle, a shift is no rotation, "
        "and the product of two positions depends on where they are. The model can still learn to tell "
        "positions apart; what is lost is the property that the authors chose the encoding for."
    ),
    "look": "a circle only where the exponent is shared, and the level line of its products.",
    "d_model.label": "Width d_model",
    "d_model.info": "The mistake is smaller in wide models.",
    "pair.label": "Pair i",
    "offset.label": "Offset k",
    "pair_title": "Pair {pair}, position by position",
    "sine": "dimension {d}",
    "cosine": "dimension {d}",
    "products": "PE(p) · PE(p + {offset})",
    "position": "position p",
    "product": "product",
    "with_wrong": "own exponent",
    "with_right": "shared exponent",
    "number.radius_wrong": "Spread of the pair's radius, own exponent",
    "number.radius_right": "Spread of the pair's radius, shared exponent",
    "number.product_wrong": "Spread of the products, own exponent",
    "number.product_right": "Spread of the products, shared exponent",
}
