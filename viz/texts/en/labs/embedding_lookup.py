"""Words of the lab of the embedding as a lookup."""

WORDS = {
    "title": "Embedding lookup",
    "question": "How does a token become a vector?",
    "formula": (
        "$\\operatorname{Embedding}(t)=\\operatorname{onehot}(t)\\,E=E_t$\n"
        r"$E\in\mathbb{R}^{V\times d_{\text{model}}}$"
    ),
    "intro": (
        "The tokenizer gives each token a number, and the embedding is that row of a learned table $E$. A "
        "product of a one-hot row with the table gives the same vector, because every other row is "
        "multiplied by 0. So the embedding is a linear layer whose product never needs to be computed. "
        "Training moves the rows; tokens that are used alike tend to get similar rows."
    ),
    "look": (
        "the thin line inside the thick one: the row that was looked up is the product. Then read the "
        "nearest tokens, and compare their cosines with the median over the table."
    ),
    "token.label": "Token",
    "token.info": "Those that the encoder reads, then those that the decoder reads.",
    "count.label": "Nearest tokens",
    "table": "The table around the token: the first {columns} of {width} dimensions",
    "token": "token",
    "dimension": "dimension",
    "row": "The vector of “{token}”",
    "value": "value",
    "product": "one-hot row times the table",
    "lookup": "row that is looked up",
    "near": "Nearest tokens to “{token}” in the table",
    "cosine": "cosine",
    "reading": (
        "“{token}” is row {id} of {size}. Its nearest other row is that of “{nearest}”, with a cosine of "
        "{cosine}; half of all other rows have a cosine below {middle}."
    ),
    "number.id": "Number of the token",
    "number.apart": "Largest difference between lookup and product",
    "number.multiplications": "Multiplications of the product",
    "number.copied": "Numbers that the lookup copies",
    "number.length": "Norm of the vector",
    "number.middle": "Median cosine with all other tokens of the table",
}
