"""Words of the lab of one row."""

WORDS = {
    "title": "One row by hand",
    "question": "How does one token attend, from vectors to output?",
    "formula": (
        r"$\alpha_j=\frac{\exp(q\cdot k_j/\sqrt{d_k})}{\sum_i\exp(q\cdot k_i/\sqrt{d_k})}\qquad "
        r"o=\sum_j\alpha_j v_j$"
    ),
    "intro": (
        "The query of one token is multiplied with every key, the products are divided by the root of d_k, "
        "masked keys get minus infinity, and softmax makes weights of the rest. The output is the sum of the "
        "values with these weights. All vectors are those of the chosen head of the loaded model; the "
        "browser does the arithmetic."
    ),
    "look": "the key with the largest product: softmax enlarges its lead. The arithmetic is for that key.",
    "kind.label": "Attention",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "kind.cross": "Cross",
    "layer.label": "Layer",
    "head.label": "Head",
    "query.label": "Query",
    "query.info": "Position of the token that attends.",
    "weights": "Weights of the query “{token}”",
    "weight": "weight",
    "table": "Every key",
    "key": "key",
    "masked": "masked",
    "by_hand": "The key “{token}” by hand",
    "output": "The output of the head for this query",
    "component": "component",
    "number.product": "Largest product that counts, q · k",
    "number.score": "Divided by √d_k",
    "number.weight": "Its weight",
    "number.width": "Width d_k",
}
