"""Words of the lab of bucketing."""

WORDS = {
    "title": "Buckets and padding",
    "question": "How much of a batch is padding, and what does sorting do to the loss curve?",
    "intro": (
        "Sentences of a batch are padded to the longest of them. Batches of similar lengths waste little; "
        "the paper batched sentence pairs by approximate length. If such batches are then taken in order of "
        "their length, each epoch runs from short sentences to long ones, and the loss draws a saw-tooth "
        "that has nothing to do with learning. Shuffling the batches removes it. Lengths are drawn at "
        "random, and the loss is a rule that falls with the length, with no learning in it."
    ),
    "look": "the share of padding of both ways, and the step at the end of the epoch.",
    "middle.label": "Typical length (tokens)",
    "spread.label": "Spread of the lengths",
    "spread.info": "Standard deviation of the logarithm.",
    "rows.label": "Sentences in a batch",
    "seed.label": "Seed",
    "lengths": "Lengths of 600 sentences (those above 102 are not drawn)",
    "length": "tokens, from",
    "sentences": "sentences",
    "padding": "Share of padding",
    "random": "random batches",
    "bucketed": "batches of similar length",
    "share": "share",
    "saw": "Loss of a model that does not learn, two epochs",
    "batch": "batch",
    "loss": "nats per token",
    "epoch": "second epoch",
    "sorted": "batches in order of length",
    "shuffled": "batches shuffled",
    "number.random": "Padding, random batches",
    "number.bucketed": "Padding, batches of similar length",
    "number.batches": "Batches in an epoch",
}
