"""Words of the lab of memory."""

WORDS = {
    "title": "Memory of a training step",
    "question": "What fills the memory while a Transformer is trained?",
    "intro": (
        "Weights, gradients and Adam's two moments take 16 bytes for each parameter in fp32, whatever the "
        "batch. Everything else grows with the tokens of a batch: states kept for the backward pass, "
        "attention weights if they are explicit (they also grow with the length), and the logits, tokens "
        "times vocabulary. The counts are formulas of the loaded model's sizes, not measurements; this "
        "project computes logits in slices and keeps none of them, other programs hold them all."
    ),
    "look": (
        "which bar is the largest, and how it changes with tokens and length. With few layers and a large "
        "vocabulary it can be the logits."
    ),
    "tokens.label": "Target tokens in a batch",
    "length.label": "Length of the sentences",
    "activations.label": "States in",
    "activations.fp32": "fp32",
    "activations.bf16": "bf16 (mixed precision)",
    "attention.label": "Attention",
    "attention.explicit": "explicit: weights kept",
    "attention.fused": "fused: weights not kept",
    "chart": "Memory by part",
    "table": "The same in numbers",
    "part": "part",
    "share": "share",
    "weights": "weights",
    "gradients": "gradients",
    "moments": "Adam's moments",
    "states": "states kept",
    "scores": "attention weights",
    "logits": "logits, if kept",
    "number.total": "In all (MiB)",
    "number.optimiser": "Adam's moments (MiB)",
    "number.logits": "Logits (MiB)",
}
