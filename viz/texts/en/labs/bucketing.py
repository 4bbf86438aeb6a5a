"""Words of the lab of bucketing."""

WORDS = {
    "title": "Buckets and padding",
    "question": "How much of a batch is padding, and what does sorting do to the loss curve?",
    "formula": (
        r"$\text{padding}=1-\frac{\sum_b\sum_{s\in b}\text{length}_s}{\sum_b\text{rows}_b\cdot\max_{s\in "
        r"b}\text{length}_s}$"
    ),
    "intro": (
        "Sentences of a batch are padded to the longest of them. Batches of similar lengths waste little; "
        "the paper batched sentence pairs by approximate length. If such batches are then taken in order of "
        "their length, each epoch runs from short sentences to long ones, and a loss that depends on the "
        "length draws a saw-tooth that has nothing to do with learning. Shuffled, the batches have the same "
        "losses without the period: an irregular jitter just as large, which shrinks only where a step takes "
        "several batches (gradient accumulation). "
        r"Lengths are drawn at random; the loss is not measured but a rule, $2+1.5/\sqrt{\text{mean "
        "length}}$, so that nothing in it is learning."
    ),
    "look": (
        "the share of padding of both ways, the jump where the second epoch begins, and how much calmer the mean of "
        "several shuffled batches is. With a spread of 0 nothing of it is there."
    ),
    "middle.label": "Typical length (tokens)",
    "spread.label": "Spread of the lengths",
    "spread.info": "Standard deviation of the logarithm.",
    "rows.label": "Sentences in a batch",
    "seed.label": "Seed",
    "lengths": "Lengths of the 600 sentences",
    "length": "tokens, from",
    "sentences": "sentences",
    "padding": "Share of padding",
    "random": "at random",
    "bucketed": "similar lengths",
    "share": "share",
    "saw": "Loss by a rule of the length alone, two epochs",
    "batch": "batch",
    "loss": "nats per token",
    "epoch": "second epoch",
    "sorted": "batches in order of length",
    "shuffled": "batches shuffled",
    "steps": "shuffled, {count} batches a step",
    "number.random": "Padding, random batches",
    "number.bucketed": "Padding, batches of similar length",
    "number.batches": "Batches in an epoch",
}
