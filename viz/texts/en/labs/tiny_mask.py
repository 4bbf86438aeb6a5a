"""Words of the mistake of a mask that is too small."""

WORDS = {
    "title": "1e-9 for −1e9",
    "question": "How much does a score of 1e-9 hide?",
    "intro": (
        "A masked score must be so low that its exponential is nothing. Written without the first minus "
        "sign, 1e-9 is a score of practically 0: an ordinary one, often larger than the real scores. The "
        "decoder then sees the tokens that it must predict, the training loss falls fast, and the "
        "model cannot translate. The scores are those of a head of the loaded model."
    ),
    "look": (
        "the weight that goes to the future as it is often written. Numbers such as −10 or −100 hide enough for usual "
        "scores, but a larger score defeats them."
    ),
    "fill.label": "Score of masked keys",
    "fill.1e-9": "1e-9 (the mistake)",
    "fill.-1": "−1",
    "fill.-10": "−10",
    "fill.-100": "−100",
    "fill.-1e9": "−1e9",
    "layer.label": "Layer",
    "head.label": "Head",
    "query": "query",
    "key": "key",
    "chart": "Weight on tokens of the future, as often written",
    "weight": "weight",
    "number.most": "Largest weight on the future",
    "number.mean": "Mean weight on the future",
}
