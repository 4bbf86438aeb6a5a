"""Words of the lab of layer normalisation."""

WORDS = {
    "title": "Layer normalisation",
    "question": "What does layer normalisation do to a token's vector?",
    "formula": (
        "$\\operatorname{LayerNorm}(x)=\\gamma\\odot\\frac{x-\\mu}{\\sqrt{\\sigma^2+\\epsilon}}+\\beta$\n"
        r"$\mu=\frac{1}{d}\sum_i x_i\qquad\sigma^2=\frac{1}{d}\sum_i(x_i-\mu)^2$"
    ),
    "intro": (
        "Each token is normalised by itself: its mean over the dimensions is subtracted, and the rest "
        "divided by its standard deviation. Whatever the size of the vector was, its norm is then close to "
        r"$\sqrt{d_{\text{model}}}$. A learned gain $\gamma$ and bias $\beta$, the same for all tokens, then "
        "scale and shift each dimension."
    ),
    "look": (
        "the thin line inside the thick one: computed by hand, the vector is what the model made. Change the "
        "position: mean and variance change, gain and bias do not. Gains begin at 1 and biases at 0; a small "
        "gain mutes its dimension for what follows."
    ),
    "site.label": "Normalisation",
    "site.info": "Stack, layer from 0, and sub-layer.",
    "position.label": "Position of the token",
    "dimension.label": "Dimension followed by hand",
    "before": "Before: “{token}” at {site}; dotted: the mean",
    "after": "After",
    "value": "value",
    "dimension": "dimension",
    "plain": "normalised",
    "result": "times gain plus bias",
    "made": "output of the model",
    "lines": "Dimension {dimension} by hand",
    "learned": "What {site} learned",
    "gain": "gain",
    "bias": "bias",
    "number.mean": "Mean",
    "number.variance": "Variance",
    "number.norm_before": "Norm before",
    "number.norm_plain": "Norm normalised",
    "number.norm_after": "Norm after gain and bias",
    "number.apart": "Largest difference from the model's output",
    "number.gain_low": "Smallest gain",
    "number.gain_high": "Largest gain",
}
