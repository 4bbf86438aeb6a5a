"""Words of the mistake of a sampler that miscounts."""

WORDS = {
    "title": "Batches that miscount",
    "question": "What does a batch of 1,000 tokens hold?",
    "intro": (
        "Memory and time depend on the padded rectangle, sentences times the longest of them. A sampler that "
        "counts real tokens makes batches beyond its budget, and the first long sentence ends the training "
        "with an out-of-memory error. One that announces its number of batches from mean lengths gives a wrong "
        "length of an epoch: if the loop stops there, the last sentences are never seen. Lengths here are "
        "drawn at random, with a median of 20 tokens."
    ),
    "look": (
        "points above the dotted line where real tokens are counted. Sorted by length both ways agree, until the "
        "spread grows within one batch."
    ),
    "budget.label": "Budget (tokens per batch)",
    "spread.label": "Spread of the lengths",
    "spread.info": "Standard deviation of the logarithm.",
    "sorted.label": "Sentences sorted by length",
    "seed.label": "Seed",
    "real": "Budget of real tokens",
    "padded": "Budget of padded tokens",
    "batch": "batch",
    "cells": "padded tokens",
    "budget_line": "budget",
    "number.largest_wrong": "Largest batch, real tokens counted",
    "number.largest_right": "Largest batch, padded tokens counted",
    "number.over": "Batches beyond the budget, real tokens counted",
    "number.waste": "Padding in batches of padded tokens",
    "number.announced": "Batches announced: sentences × 20 / budget",
    "number.made": "Batches needed, padded tokens counted",
    "number.missed": "Sentences after the announced end, real tokens counted",
}
