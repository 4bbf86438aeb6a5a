"""Words of the lab of sampling."""

WORDS = {
    "title": "Sampling",
    "question": "What do temperature, top-k and top-p do to the next token?",
    "formula": r"$p_i\propto\exp(z_i/\tau)$",
    "intro": (
        "Beam search looks for a probable sequence; language models often draw each token at random. A "
        "temperature below 1 sharpens the distribution, one above 1 flattens it. Top-k keeps the k most "
        "probable tokens, top-p the smallest number of them whose share reaches p. Here the temperature acts "
        "first, then top-k, then top-p on what top-k kept, and what is left is divided by its sum. The "
        "logits are those of the loaded model for this step, over its whole vocabulary, so that the long "
        "tail counts too."
    ),
    "look": (
        "how much probability is in the tail at a high temperature, and how few tokens top-k or top-p leave "
        "of it. Tinted draws are the most probable token."
    ),
    "step.label": "Step of the translation",
    "temperature.label": "Temperature τ",
    "top_k.label": "Top-k",
    "top_k.info": "0 keeps the whole vocabulary.",
    "top_p.label": "Top-p",
    "top_p.info": "1 keeps all that top-k keeps.",
    "seed.label": "Seed of the draws",
    "chart": "The most probable tokens",
    "probability": "probability",
    "model": "the model's own",
    "sampled": "after temperature, top-k and top-p",
    "others": "all others",
    "draws": "Twenty draws (… is a token beyond the first 200)",
    "number.entropy_model": "Entropy of the model's distribution (nats)",
    "number.entropy": "Entropy of what is drawn from (nats)",
    "number.left": "Tokens left",
    "number.mass": "Probability kept, after the temperature",
    "number.first": "Probability of the most probable token, afterwards",
}
