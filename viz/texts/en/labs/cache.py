"""Words of the lab of the cache."""

WORDS = {
    "title": "What the cache saves",
    "question": "Why is training parallel and decoding sequential, and what is kept between two steps?",
    "formula": r"$N\,T\qquad\text{instead of}\qquad N\,\frac{T(T+1)}{2}$",
    "intro": (
        "In training all target tokens are known, and one pass computes every step. Decoding must wait for "
        "each token. Keys and values of earlier tokens do not change, because no token sees a later one: "
        "kept in a cache, each is computed once in each layer. Without a cache the whole beginning is "
        "computed again for every token. The counts are of keys (and as many values) in the decoder's "
        "self-attention; the times are of the loaded decoder on this machine, the better of two runs each."
    ),
    "look": (
        "how far the two lines part with the length, and that the cached steps still take longer together "
        "than one parallel pass. In a small model each step is mostly overhead, so that the measured "
        "saving may be small for short outputs."
    ),
    "steps.label": "Tokens T",
    "layers.label": "Layers N",
    "counted": "Keys computed for a translation of T tokens",
    "tokens": "tokens T",
    "keys": "keys",
    "measured": "Measured on the first {tokens} tokens of this translation",
    "ms": "milliseconds",
    "parallel": "one pass (training)",
    "cached": "step by step, cached",
    "prefix": "step by step, no cache",
    "number.cached": "Keys with the cache",
    "number.prefix": "Keys without",
    "number.saved": "Times as many without",
    "number.parallel_ms": "One pass (ms)",
    "number.cached_ms": "Step by step with the cache (ms)",
    "number.prefix_ms": "Step by step without (ms)",
}
