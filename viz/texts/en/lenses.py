"""The words of the lenses: a short name, what each can and cannot say, and the unit of its numbers if it has one."""

LENSES: dict[str, str] = {
    "attention.lens.hint": (
        "Other numbers over the same views. Attention is not an explanation by itself: it shows where a head looked, "
        "not why the model said what it said."
    ),
    "attention.lens.weights": "weights",
    "attention.lens.weights.note": (
        "How each head divides its look among the tokens; rows sum to 1. It is not how much a token mattered: what is "
        "carried along a large weight can be next to nothing, and other paths lead around it."
    ),
    "attention.lens.scores": "scores",
    "attention.lens.scores.note": (
        "What softmax is given: products of query and key, scaled as the model scales them. Only differences within a "
        "row mean something; masked cells are empty."
    ),
    "attention.legend.scores": "score, scaled",
    "attention.lens.value_norm": "weight × value norm",
    "attention.lens.value_norm.note": (
        "Length of the vector that a head adds for each token (Kobayashi et al. 2020): a large weight on a short "
        "vector adds little. It cannot say in which direction, whether heads cancel one another, or what later layers "
        "do."
    ),
    "attention.lens.rollout": "rollout",
    "attention.lens.rollout.note": (
        "Weights averaged over heads and followed through the layers down to the tokens read (Abnar and Zuidema 2020; "
        "through cross-attention after Chefer et al. 2021). It takes each block to be half residual and half "
        "attention, so how much falls to the source as a whole is fixed by the rule and not found in the model."
    ),
    "attention.lens.alti": "ALTI+",
    "attention.lens.alti.note": (
        "How near each token's part comes to a block's whole output, residual and normalisation included, followed "
        "through the layers (Ferrando et al. 2022): each step is shared out between source and target prefix. It "
        "leaves the feed-forward layers out, and knows no sign: help and harm look alike."
    ),
    "attention.lens.gradient": "gradient × attention",
    "attention.lens.gradient.note": (
        "How the log-probability of a step's own token (for the encoder: of the whole translation) changes with a "
        "weight, times the weight: positive where it helps. It is a straight line drawn at one point, and can miss "
        "what a large change would do."
    ),
    "attention.legend.gradient": "gradient × attention, nats",
    "attention.lens.occlusion": "occlusion",
    "attention.lens.occlusion.note": (
        "Log-probability that each target token loses when no attention may look at one source token: an experiment, "
        "and so the reference for the others. Two tokens that say the same can both come out at 0, and a sentence with "
        "a gap is one that the model was never trained on."
    ),
    "attention.legend.occlusion": "log-probability lost, nats",
    "attention.lens.agreement": "rank correlation with occlusion: {mean}",
    "attention.lens.agreement.hint": (
        "Spearman's rank correlation of the source tokens, the end symbol left out, mean over the steps: 1 is the same "
        "order, 0 no relation, -1 the reverse. Lenses without a sign are compared with the size of the loss."
    ),
}
