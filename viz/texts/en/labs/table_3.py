"""Words of the lab of Table 3, rows (A)."""

WORDS = {
    "title": "Heads at constant cost",
    "question": "What do more heads cost, if d_k shrinks with them?",
    "formula": r"$d_k=d_v=d_{\text{model}}/h$",
    "intro": (
        "Rows (A) of Table 3 change the number of heads and keep h · d_k at d_model. The projections keep "
        "their size and the products their number; only the weights themselves grow with h, one matrix of n "
        "× n for each head. The paper found one head 0.9 BLEU worse than the best setting, and quality "
        "dropping again with too many heads: their keys become too narrow."
    ),
    "look": "flat lines for parameters and multiplications, d_k falling as the weights rise.",
    "d_model.label": "Width d_model",
    "n.label": "Tokens n",
    "h.label": "Heads h",
    "table": "One attention of n tokens, by the number of heads that divide d_model",
    "parameters": "parameters",
    "multiplications": "multiplications",
    "weights": "attention weights",
    "chart": "The same against h",
    "number.d_k": "d_k at this h (rounded down)",
    "number.parameters": "Parameters of one attention",
    "number.multiplications": "Multiplications for n tokens",
    "number.weights": "Attention weights for n tokens",
}
