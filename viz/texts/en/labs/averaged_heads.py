"""Words of the mistake of averaged heads."""

WORDS = {
    "title": "Heads averaged",
    "question": "What does the average of all heads of a layer show?",
    "intro": (
        "Many tools plot one matrix for each layer: the mean over its heads. No part of the model computes "
        "that mean. Each head has values of its own and a part of the output projection of its own, so that "
        "weights of different heads do not add up. The mean blurs what single heads do, and its entropy is "
        "never below the mean of theirs."
    ),
    "look": "a head whose own pattern is clear, but hardly seen in the average.",
    "kind.label": "Attention",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "kind.cross": "Cross",
    "layer.label": "Layer",
    "head.label": "Head",
    "query": "query",
    "key": "key",
    "average": "average",
    "single": "Head {head}",
    "head_name": "head {head}",
    "chart": "Entropy of each head's rows, and of the average's",
    "entropy": "nats",
    "number.entropy_heads": "Mean entropy of the heads (nats)",
    "number.entropy_average": "Entropy of the average (nats)",
    "number.largest_heads": "Mean largest weight of the heads' rows",
    "number.largest_average": "Mean largest weight of the average's rows",
}
