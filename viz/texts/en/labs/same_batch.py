"""Words of the mistake of accumulating the same batch."""

WORDS = {
    "title": "The same batch, again",
    "question": "What is gained by accumulating the gradient of one batch several times?",
    "formula": r"$\frac{1}{k}\sum_{j=1}^{k}g(B)=g(B)$",
    "intro": (
        "Accumulation stands in for a larger batch only if each micro-batch is a new one. If the loop calls "
        "the same batch k times, the average is the gradient of that batch: k times the work, and the noise "
        "stays. Gradients here are a fixed direction of length 1 with random noise."
    ),
    "look": (
        "the line of the same batch, which does not fall. Different batches follow the square root of their "
        "number, with luck and bad luck on the way."
    ),
    "count.label": "Micro-batches k",
    "noise.label": "Noise of one batch",
    "noise.info": "Length of the noise against that of the exact gradient, on average.",
    "seed.label": "Seed",
    "chart": "Distance of the accumulated gradient from the exact one",
    "batches": "micro-batches",
    "error": "distance",
    "same": "the same batch",
    "different": "different batches",
    "expected": "first distance / √k",
    "number.same": "Distance with the same batch",
    "number.different": "Distance with different batches",
}
