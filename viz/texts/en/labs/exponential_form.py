"""Words of the lab of the exponential form."""

WORDS = {
    "title": "The exponential form",
    "question": "Much code writes the frequencies with an exponential. Is that another encoding?",
    "formula": r"$10000^{-2i/d_{\text{model}}}=\exp\left(-2i\,\frac{\ln 10000}{d_{\text{model}}}\right)$",
    "intro": (
        "It is the same function, and the numbers agree up to rounding. It is sometimes said that the power "
        "would overflow: the largest number that occurs is below 10,000, which every format holds. The "
        "exponential form is convenient because one vector of exponents serves all dimensions."
    ),
    "look": (
        "two lines that lie on each other, and relative differences of a few rounding errors: about 1e−15 in "
        "double and below 1e−6 in single precision. The angle multiplies them by the position, so that the "
        "encoding itself differs more at far positions."
    ),
    "d_model.label": "Width d_model",
    "position.label": "Position",
    "chart": "Frequency of each pair of dimensions",
    "pair": "pair i",
    "frequency": "frequency (radians per token)",
    "power": "as a power",
    "exponential": "as an exponential",
    "number.double": "Largest relative difference, double precision",
    "number.single": "Largest relative difference, single precision",
    "number.encoding": "Largest difference of the encoding at this position, single precision",
    "number.largest": "Largest power that occurs",
}
