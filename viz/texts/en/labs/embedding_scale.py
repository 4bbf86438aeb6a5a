"""Words of the lab of the embedding's factor."""

WORDS = {
    "title": "Embedding scale",
    "question": "Why is the embedding multiplied by the square root of d_model?",
    "formula": (
        "$x=\\sqrt{d_{\\text{model}}}\\;E_t+PE_{pos}$\n"
        r"$\left\|PE_{pos}\right\|=\sqrt{d_{\text{model}}/2}$"
    ),
    "intro": (
        "The token and its position are added, so the longer of the two vectors dominates the sum. Rows of "
        r"the table begin at $N(0, 1/d_{\text{model}})$, a norm of about 1, so that the last linear layer, "
        "which has the same rows in the paper, begins with small logits. A sinusoidal position is much "
        r"longer: each pair of sine and cosine has norm 1, all together $\sqrt{d_{\text{model}}/2}$. The "
        r"factor lifts the token to that size. It has nothing to do with $1/\sqrt{d_k}$ in attention, which "
        "keeps scores small."
    ),
    "look": (
        "blue against orange. At power 0 there is no factor; at 0.5 it is that of the paper. The model "
        "was trained with that factor, so its rows have the size that suits it: other powers show what it "
        "would read if the factor changed now."
    ),
    "side.label": "Side",
    "side.source": "Source (encoder)",
    "side.target": "Target (decoder)",
    "power.label": "Power of d_model",
    "power.info": "The factor is d_model to this power; 0.5 is the square root.",
    "norms": "Norms of {drawn} of {total} tokens",
    "norm": "Euclidean norm",
    "plain": "row of the table",
    "scaled": "row times {factor}",
    "position": "position",
    "shares": "Share of the token in the sum",
    "share": "token² / (token² + position²)",
    "without": "without the factor",
    "with": "with a factor of {factor}",
    "reading": (
        "On average a token is {plain} times as long as its position without the factor, and {ratio} times "
        "with a factor of {factor}."
    ),
    "number.factor": "Factor",
    "number.word": "Norm of a row of the table, on average",
    "number.position": "Norm of a position, on average",
    "number.expected": "√(d_model / 2), the norm of every sinusoidal position",
    "number.ratio_plain": "Token / position without the factor",
    "number.ratio": "Token / position with the factor",
    "number.share_plain": "Share of the token without the factor, of both squared norms",
    "number.share": "Share of the token with the factor",
    "number.cosine_plain": "Cosine of the sum with the token, without the factor",
    "number.cosine": "Cosine of the sum with the token, with the factor",
}
