"""Words of the mistake of plotting with dropout."""

WORDS = {
    "title": "Plotted with dropout on",
    "question": "What is seen if attention is recorded after dropout, in training mode?",
    "intro": (
        "Some code keeps the weights after dropout. In training mode these have holes, the rest is "
        "multiplied by 1/(1 − p), and rows no longer sum to 1; a weight can exceed 1. Each pass draws other "
        "holes, so that a plot shows chance. Correct: evaluation mode, or weights recorded before dropout. The "
        "weights are those of the loaded model; dropout is drawn here."
    ),
    "look": "cells that vanish and come back when the seed changes, and sums that wander around 1.",
    "kind.label": "Attention",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "kind.cross": "Cross",
    "layer.label": "Layer",
    "head.label": "Head",
    "rate.label": "Dropout rate p",
    "seed.label": "Seed",
    "query": "query",
    "key": "key",
    "after": "after dropout",
    "before": "before dropout",
    "sums": "Sum of each row",
    "sum": "sum",
    "number.least": "Smallest sum of a row after dropout",
    "number.most": "Largest sum of a row after dropout",
    "number.largest": "Largest weight after dropout",
}
