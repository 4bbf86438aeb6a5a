"""Words of the mistake of the range."""

WORDS = {
    "title": "“The encoding lies in (0,\N{NO-BREAK SPACE}1)”",
    "question": "Which values does the positional encoding take?",
    "intro": (
        "Sines and cosines lie between −1 and 1, both ends included: position 0 has zeros and ones, and "
        "some values are negative. The slow dimensions hardly leave 0 and 1 in short sentences, which "
        "may be where the claim comes from. Nothing here is a probability."
    ),
    "look": "bars left of zero, and the two towers at 0 and 1: the slow sines and cosines.",
    "d_model.label": "Width d_model",
    "length.label": "Positions",
    "chart": "Values of the encoding",
    "value": "value, from",
    "share": "share",
    "number.negative": "Share of negative values",
    "number.least": "Smallest value",
    "number.most": "Largest value",
    "number.average": "Mean",
}
