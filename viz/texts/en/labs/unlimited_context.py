"""Words of the mistake of unlimited context."""

WORDS = {
    "title": "Unlimited context",
    "question": "Attention reaches every token. So is the length of a sentence unlimited?",
    "formula": r"$\text{bytes}=4\,N\,h\,n^{2}$",
    "intro": (
        "Nothing in the formulas limits n, and one layer connects all pairs of tokens. But explicit "
        "attention keeps n² weights for each head of each layer, sinusoids at positions that training never "
        "reached are inputs that the weights have not learned to read, and a learned table ends. Fused "
        "attention does not keep the weights, but it still computes all of them."
    ),
    "look": (
        "the line of the weights, twice as steep as that of the states, and the length at which it meets the memory."
    ),
    "power.label": "Length n, as a power of 2",
    "memory.label": "Memory (GiB)",
    "layers.label": "Layers N",
    "chart": "Memory of one training sentence in float32",
    "length": "tokens n",
    "gib": "GiB",
    "weights": "attention weights, explicit",
    "states": "states of the layers",
    "chosen": "n",
    "limit": "limit of this model",
    "memory_line": "{memory} GiB",
    "reading.within": (
        "{n} tokens are within the {limit} that this model accepts. That says nothing about lengths that its "
        "training did not have."
    ),
    "reading.beyond": "{n} tokens are beyond the {limit} that this model accepts.",
    "number.n": "Tokens",
    "number.own": "Attention weights (GiB)",
    "number.own_states": "States (GiB)",
    "number.fits": "Length at which the weights alone fill the memory (tokens)",
    "number.limit": "Tokens that this model accepts",
}
