"""Words of the mistake of missing dropout."""

WORDS = {
    "title": "Dropout left out",
    "question": "Where does the paper apply dropout?",
    "intro": (
        "Section 5.4 applies it to the output of each sub-layer, before it is added and normalised, and to "
        "the sums of embedding and position, in both stacks: seven kinds of places. Code often has it in the "
        "encoder alone, or forgets the feed-forward sub-layer or the embeddings. Dropout on the attention "
        "weights is not in the paper's text. Here dropout is switched on at one kind of place of the loaded "
        "model, in all layers, and the translation is scored three times."
    ),
    "look": (
        "how much noise each place makes: the translation's log-probability falls most where dropout hurts "
        "most, which is also where it regularises. Three draws are few; another seed gives somewhat other "
        "bars."
    ),
    "rate.label": "Dropout rate",
    "seed.label": "Seed",
    "chart": "Dropout at one kind of place: loss of log-probability, and its spread",
    "nats": "nats",
    "lost": "mean loss",
    "spread": "standard deviation",
    "table": "The seven places",
    "place": "place",
    "section": "named in",
    "named": "5.4",
    "encoder_embedding": "encoder embedding",
    "decoder_embedding": "decoder embedding",
    "encoder_attention": "encoder self-attention",
    "encoder_feed_forward": "encoder feed-forward",
    "decoder_attention": "decoder self-attention",
    "cross_attention": "cross-attention",
    "decoder_feed_forward": "decoder feed-forward",
    "number.none": "Log-probability of the translation without dropout",
    "number.every": "Mean log-probability with dropout at all places",
    "number.lost": "Difference",
}
