"""Words of the lab of the paper's own training."""

WORDS = {
    "title": "The paper's training",
    "question": "How large was the training of the paper, against that of the loaded model?",
    "formula": r"$\text{FLOPs}\approx 6\cdot\text{parameters}\cdot\text{target tokens}$",
    "intro": (
        "The paper's numbers are those of sections 5.1 and 5.2 and of Tables 2 and 3, for English to German "
        "(4.5 million pairs, newstest2014). The FLOPs of Table 2 come from training time, number of GPUs and "
        "their sustained speed. The rule counts 6 operations for each parameter and token, forward and "
        "backward; embeddings are counted too, so it is an upper estimate for small models."
    ),
    "look": (
        "the orders of magnitude. BLEU values are of different test sets and say nothing about which model is better."
    ),
    "table": "Three trainings",
    "base": "base",
    "big": "big",
    "own": "loaded model",
    "missing": "not recorded",
    "parameters": "parameters",
    "steps": "steps",
    "tokens": "target tokens a step",
    "flops": "FLOPs",
    "rule": "FLOPs by the rule",
    "hours": "hours (8 P100 GPUs for the paper)",
    "bleu": "BLEU",
    "chart": "FLOPs of the training by the rule",
    "number.ratio": "Base over loaded model, by the rule",
    "number.test_set": "Test set of the loaded model",
}
