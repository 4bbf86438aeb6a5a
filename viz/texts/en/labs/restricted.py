"""Words of the lab of restricted attention."""

WORDS = {
    "title": "Restricted attention",
    "question": "What is lost if each token sees only its neighbourhood?",
    "formula": r"$r\,n\,d\;\text{operations}\qquad n/r\;\text{layers from end to end}$",
    "intro": (
        "Section 4 suggests attention to a neighbourhood of r tokens for very long sequences. Work grows "
        "with n instead of n², but information needs several layers from one end of the sentence to the "
        "other: a token sees (r − 1)/2 neighbours on each side, so that the count below is 2(n − 1)/(r − 1), "
        "rounded up. Here the band lies over the mask of the sentence at hand; in the decoder its upper half "
        "is closed anyway."
    ),
    "look": "the share of cells that stay open, against the layers that the last token is away from the first.",
    "kind.label": "Self-attention",
    "kind.encoder": "Encoder",
    "kind.decoder": "Decoder",
    "r.label": "Neighbourhood r",
    "r.info": "Odd: the token itself and as many on both sides.",
    "restricted": "Restricted",
    "unrestricted": "All tokens",
    "query": "query",
    "key": "key",
    "never": "never",
    "open": "may attend",
    "closed": "may not",
    "number.cells": "Open cells, restricted",
    "number.all": "Open cells, all tokens",
    "number.share": "Share",
    "number.layers": "Layers from the first token to the last",
}
