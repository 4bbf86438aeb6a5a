"""Words of the lab of gradient accumulation."""

WORDS = {
    "title": "Gradient accumulation",
    "question": "By what must accumulated gradients be divided, so that they equal those of one large batch?",
    "formula": (
        r"$g=\frac{\sum_b\sum_{t\in b}\nabla\ell_t}{\sum_b "
        r"n_b}\;\neq\;\frac{1}{k}\sum_{b}\frac{1}{n_b}\sum_{t\in b}\nabla\ell_t$"
    ),
    "intro": (
        "A batch that does not fit into memory is cut into micro-batches, whose gradients are added before "
        "one step. They hold different numbers of target tokens. Divided once by all tokens, the sum is the "
        "gradient of the large batch. Divided by each micro-batch's own number and averaged it is another "
        "one, in which tokens of small micro-batches count more. The model here is linear, with six weights "
        "and squared loss; its tokens are drawn at random."
    ),
    "look": (
        "the first two gradients of each group, which are equal but for rounding, and the third. With "
        "equal sizes (spread 0) or one micro-batch all three agree. Raise the shift: if the loss depends on "
        "the size, the error is no longer chance but has a direction."
    ),
    "batches.label": "Micro-batches k",
    "spread.label": "Spread of their sizes",
    "spread.info": "Standard deviation of the logarithm; a median of 20 tokens, at most 120.",
    "shift.label": "Shift of labels in small micro-batches",
    "shift.info": "Added where there are fewer than 20 tokens.",
    "seed.label": "Seed",
    "per_batch": "Mean of each micro-batch",
    "per_token": "Sum over all tokens",
    "sizes": "Tokens in each micro-batch",
    "batch": "micro-batch",
    "count": "tokens",
    "gradients": "The gradient of each weight",
    "component": "weight",
    "gradient": "gradient",
    "whole": "one large batch",
    "right": "divided by all tokens",
    "wrong": "mean of means",
    "curve": "Relative error of the gradient, mean of {draws} draws",
    "spread_axis": "spread of the sizes",
    "error": "relative error",
    "number.total": "Tokens in all",
    "number.error_right": "Relative error, divided by all tokens (rounding)",
    "number.error_wrong": "Relative error, mean of means",
    "number.alike": "Cosine of the mean of means with the correct gradient",
}
