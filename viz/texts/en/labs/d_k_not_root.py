"""Words of the mistake of the divisor."""

WORDS = {
    "title": "d_k for √d_k",
    "question": "What if the scores are divided by the wrong number?",
    "formula": (
        r"$\frac{QK^{\top}}{\sqrt{d_k}}\qquad\text{not}\quad\frac{QK^{\top}}{d_k},\;\frac{QK^{\top}}{\sqrt{d_{\text{model}}}}$"
    ),
    "intro": (
        "For independent components of variance 1 a dot product has variance d_k, so its standard deviation is "
        "the root. Divided by d_k, scores "
        "become so small that weights are nearly uniform; the root of d_model makes them smaller by the root "
        "of h. A model can be trained with either and adapts its projections, but starts flatter. Here the "
        "trained model gets the wrong divisor in every attention at once."
    ),
    "look": "weights that spread out, and the probability of the translation.",
    "divisor.label": "Divided by",
    "divisor.d_k": "d_k",
    "divisor.d_model": "√d_model",
    "divisor.none": "nothing",
    "kind.label": "Attention shown",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "kind.cross": "Cross",
    "layer.label": "Layer",
    "head.label": "Head",
    "query": "query",
    "key": "key",
    "chart": "Probability of each token of the translation",
    "probability": "probability",
    "with_wrong": "wrong divisor in every attention",
    "with_right": "√d_k",
    "number.entropy_wrong": "Mean entropy of this head's rows, wrong divisor (nats)",
    "number.entropy_right": "Mean entropy of this head's rows, √d_k (nats)",
    "number.log_wrong": "Log-probability of the translation, wrong divisor",
    "number.log_right": "Log-probability of the translation, √d_k",
}
