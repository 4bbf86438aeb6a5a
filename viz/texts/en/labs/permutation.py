"""Words of the lab of permutation."""

WORDS = {
    "title": "Two words swapped",
    "question": "Does attention know the order of the words?",
    "formula": r"$\operatorname{Attention}(PX)=P\operatorname{Attention}(X)$",
    "intro": (
        "Self-attention and the feed-forward sub-layer are permutation-equivariant: if two tokens are "
        "swapped, their outputs are swapped, and nothing else changes. Order enters through the positions "
        "alone. A swapped token is compared at its new position. Here the loaded model's encoder reads the "
        "sentence and the one with two tokens swapped, once "
        "without positions and once with them."
    ),
    "look": (
        "bars at zero without positions, up to rounding. With positions every token may change, even one that was not "
        "swapped: it attends to tokens that have moved."
    ),
    "first.label": "First token",
    "second.label": "Second token",
    "before": "The sentence",
    "after": "With two tokens swapped",
    "chart": "Distance that each token's final state moves",
    "distance": "Euclidean distance",
    "without": "without positions",
    "with": "with positions",
    "number.without": "Largest distance without positions",
    "number.with_positions": "Largest distance with positions",
    "number.length": "Mean length of the states",
}
