"""Words of the lab of the feed-forward network."""

WORDS = {
    "title": "Feed-forward network",
    "question": "What does the feed-forward network do at each position?",
    "formula": (
        "$h=\\max(0,\\,xW_1+b_1)$\n"
        r"$\operatorname{FFN}(x)=hW_2+b_2$"
    ),
    "intro": (
        "The same network is applied to each token by itself; only attention moves information between "
        "tokens. The first layer widens the vector to $d_{ff}$ units, ReLU sets negative ones to 0, and the "
        "second layer adds up what the remaining units write. A unit fires at a token if it is above 0 there."
    ),
    "look": (
        "one blue bar: the input of one token was disturbed, and no other row of the feed-forward output "
        "moved, while rows of the self-attention did. In the decoder these are only that of the token itself "
        "and later ones, because of its mask. Then see how few or many units fire, and whether a unit fires "
        "at tokens of one sort."
    ),
    "side.label": "Stack",
    "side.encoder": "Encoder",
    "side.decoder": "Decoder",
    "layer.label": "Layer",
    "token.label": "Position of the token",
    "token.info": "From 0.",
    "moved": "Change of each row if the input of “{token}” is disturbed",
    "change": "change / norm of the row",
    "feed_forward": "feed-forward",
    "attention": "self-attention of the layer",
    "active": "Units that fire at each token",
    "share": "share of the units",
    "often": "How often each unit fires, over {count} tokens",
    "rank": "units, the most frequent first",
    "fires": "share of tokens",
    "strongest": "Strongest units at “{token}”",
    "unit": "unit",
    "strength": "activation",
    "top": "strongest at",
    "reading": (
        "On average {active} of the units fire at a token. Of {units} units, {silent} are silent on the "
        "whole sentence, and {dead} on all {count} tokens of this sentence and of at most six of the model's "
        "example sentences."
    ),
    "number.units": "Units",
    "number.active": "Units that fire at a token, on average",
    "number.silent": "Units that never fire on this sentence",
    "number.dead": "Units that never fire on this sentence and the examples",
    "number.count": "Tokens of this sentence and the examples",
    "number.largest": "Largest change of another row of the feed-forward output",
}
