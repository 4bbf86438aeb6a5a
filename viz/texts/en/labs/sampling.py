"""Words of the lab of sampling."""

WORDS = {
    "title": "Sampling",
    "question": "What do temperature, top-k and top-p do to the next token?",
    "formula": r"$p_i\propto\exp(z_i/\tau)$",
    "intro": (
        "Translation takes the most probable sequence; language models often draw at random. A temperature "
        "below 1 sharpens the distribution, one above 1 flattens it. Top-k keeps the k most probable tokens. "
        "Top-p keeps the smallest number of tokens whose probabilities add up to p. What is left is divided "
        "by its sum. The logits are those of the loaded model for this step, over its whole vocabulary."
    ),
    "look": (
        "how many tokens are left, and what is drawn. Where the model is sure, only a high temperature "
        "changes anything."
    ),
    "step.label": "Step of the translation",
    "temperature.label": "Temperature τ",
    "top_k.label": "Top-k",
    "top_k.info": "200 and top-p 1 keep the 200 most probable tokens.",
    "top_p.label": "Top-p",
    "seed.label": "Seed of the draws",
    "chart": "The most probable tokens",
    "probability": "probability",
    "model": "the model's own",
    "sampled": "after temperature, top-k and top-p",
    "draws": "Twenty draws",
    "number.entropy_model": "Entropy of the model's distribution (nats)",
    "number.entropy": "Entropy of what is drawn from (nats)",
    "number.left": "Tokens left",
    "number.first": "Probability of the most probable token, afterwards",
}
