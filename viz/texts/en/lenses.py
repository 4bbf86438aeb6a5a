"""The words of the lenses: a short name, what each can and cannot say, and the unit of its numbers if it has one."""

LENSES: dict[str, str] = {
    "attention.lens.hint": (
        "Other measures in the same views. Attention alone is not an explanation: it shows where a head attended, "
        "not why the model produced a word."
    ),
    "attention.lens.weights": "weights",
    "attention.lens.weights.note": ("How a head distributes its attention over the tokens; rows sum to 1."),
    "attention.lens.weights.limits": (
        "It does not measure how much a token mattered: a large weight can carry a tiny vector, and other paths "
        "bypass it."
    ),
    "attention.lens.scores": "scores",
    "attention.lens.scores.note": ("The input of softmax: products of query and key, scaled as in the model."),
    "attention.lens.scores.limits": (
        "Only differences within a row are meaningful. A score near 0 is not a mask: a masked cell is hatched and "
        "has no number."
    ),
    "attention.legend.scores": "score, scaled",
    "attention.lens.value_norm": "weight × value norm",
    "attention.lens.value_norm.note": (
        "Length of the vector that a head adds for each token (Kobayashi et al. 2020): a large weight on a short "
        "vector adds little."
    ),
    "attention.lens.value_norm.limits": (
        "It does not show the direction, whether heads cancel each other, or the effect of later layers."
    ),
    "attention.lens.rollout": "rollout",
    "attention.lens.rollout.note": (
        "Weights averaged over heads and followed through the layers down to the tokens read (Abnar and Zuidema "
        "2020; through cross-attention after Chefer et al. 2021)."
    ),
    "attention.lens.rollout.limits": (
        "It assumes that each block is half residual and half attention, so this rule, not the model, fixes the "
        "share of the source as a whole."
    ),
    "attention.lens.alti": "ALTI+",
    "attention.lens.alti.note": (
        "How close each token's part is to a block's whole output, residual and normalisation included, followed "
        "through the layers (Ferrando et al. 2022): each step is divided between source and target prefix."
    ),
    "attention.lens.alti.limits": ("It ignores the feed-forward layers and the sign: help and harm look the same."),
    "attention.lens.gradient": "gradient × attention",
    "attention.lens.gradient.note": (
        "How the log-probability of a step's own token (for the encoder: of the whole translation) changes with a "
        "weight, times the weight: positive where it helps."
    ),
    "attention.lens.gradient.limits": (
        "It is a linear approximation at one point and can miss the effect of a large change."
    ),
    "attention.legend.gradient": "gradient × attention, nats",
    "attention.lens.occlusion": "occlusion",
    "attention.lens.occlusion.note": (
        "Log-probability that each target token loses when one source token is masked in every attention: an "
        "experiment, and so the reference for the others."
    ),
    "attention.lens.occlusion.limits": (
        "Two redundant tokens can both score 0, and the model was never trained on sentences with gaps."
    ),
    "attention.legend.occlusion": "log-probability lost, nats",
    "attention.lens.agreement": "rank correlation with occlusion: {mean}",
    "attention.lens.agreement.hint": (
        "Spearman's rank correlation of the source tokens, the end symbol left out, mean over the steps: 1 is the same "
        "order, 0 no relation, -1 the reverse. Lenses without a sign are compared with the size of the loss."
    ),
}
