"""Words of the lab of gradients and the residual connection."""

WORDS = {
    "title": "Skip and gradients",
    "question": "Does the gradient reach the first sub-layer?",
    "formula": r"$\frac{\partial}{\partial x}\left(x+f(x)\right)=I+\frac{\partial f}{\partial x}$",
    "intro": (
        "A fresh stack with Xavier weights reads random vectors; the gradient of a random projection of its "
        "output is followed back to the input of each sub-layer. Without the skip it is multiplied by the "
        "Jacobian of every sub-layer on its way. The skip adds $I$ to each Jacobian, a path on which nothing "
        "is multiplied. Nothing is trained here: this is what the first step of training meets."
    ),
    "look": (
        "the lines without normalisation first: in a deep stack the gradient fades without the skip and "
        "grows with it. Normalisation brings both near the size that they have at the output, so the skip "
        "alone does not explain the size. The second figure shows what else the skip does: with pre-norm the "
        "gradient keeps part of its direction through many sub-layers, with post-norm through a few, and "
        "without the skip it is lost after one or two."
    ),
    "count.label": "Sub-layers N",
    "count.info": "Two for each layer of an encoder.",
    "norm.label": "Layer normalisation",
    "norm.none": "None",
    "norm.post": "After each sum (the paper)",
    "norm.pre": "Before each sub-layer",
    "kind.label": "Sub-layers",
    "kind.both": "Attention and feed-forward in turn",
    "kind.attention": "Attention only",
    "kind.feed_forward": "Feed-forward only",
    "seed.label": "Random draw",
    "norms": "Norm of the gradient at each sub-layer's input",
    "norm": "norm / norm at the output",
    "place": "sub-layers below",
    "cosines": "Direction of the gradient, compared with the output's",
    "cosine": "cosine",
    "skip": "with the skip",
    "plain": "without the skip",
    "reading": (
        "After {count} sub-layers the gradient at the first input is {skip} times that at the output with "
        "the skip, and {plain} times without it."
    ),
    "number.skip": "Gradient at the first input / at the output, with the skip",
    "number.plain": "The same without the skip",
    "number.skip_cosine": "Cosine of the two with the skip",
    "number.plain_cosine": "Cosine of the two without the skip",
    "number.middle_skip": "Cosine in the middle of the stack with the skip",
    "number.middle_plain": "Cosine in the middle of the stack without the skip",
    "number.width": "Width of the fresh layers",
    "number.hidden": "Hidden units of a fresh feed-forward network",
}
