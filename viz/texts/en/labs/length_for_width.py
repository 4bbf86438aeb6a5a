"""Words of the mistake of length for width."""

WORDS = {
    "title": "Length taken for d_model",
    "question": "May the same position have another encoding in another sentence?",
    "intro": (
        "The exponent divides by the width of the model. Code that passes the length of the sentence instead "
        "gives every length its own wavelengths: position 3 of a short sentence is another vector than "
        "position 3 of a long one. The model meets a new encoding for each length and cannot learn what a "
        "position means."
    ),
    "look": (
        "two different sets of bars for the same position as it is often written, the same set twice as it "
        "should be. The first 16 dimensions are drawn."
    ),
    "short.label": "Tokens of one sentence",
    "long.label": "Tokens of another",
    "position.label": "Position",
    "d_model.label": "Width d_model",
    "dimension": "dimension",
    "tokens": "{n} tokens",
    "number.distance": "Distance of the two encodings, length in the exponent",
    "number.distance_right": "Distance, d_model in the exponent",
}
