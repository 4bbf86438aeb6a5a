"""Words of the lab of batch normalisation."""

WORDS = {
    "title": "Batch or layer",
    "question": "Why layer normalisation, and not batch normalisation?",
    "formula": (
        "$\\text{batch:}\\quad\\mu_i,\\,\\sigma_i\\text{ over all tokens}$\n"
        r"$\text{layer:}\quad\mu,\,\sigma\text{ over one token}$"
    ),
    "intro": (
        "Random sentences of different lengths share a batch; the shorter ones are filled with padding "
        "vectors of zeros. Batch normalisation takes mean and variance of a dimension over all vectors of "
        "the batch, so a sentence gets other values when its neighbours or its padding change. Layer "
        "normalisation reads nothing but the token's own vector. Batch normalisation also needs running "
        "averages for single sentences at translation time."
    ),
    "look": (
        "how much the first sentence changes between a batch of its own and this batch. Widen the batch: "
        "only padding is added, and batch normalisation changes the values more or less than before. Leave "
        "padding out of the statistics: its width no longer matters, but the other sentences still do."
    ),
    "others.label": "Other sentences",
    "columns.label": "Width of the batch",
    "columns.info": "In positions; wider means more padding.",
    "counted.label": "Padding enters the statistics",
    "seed.label": "Random draw",
    "grid": "The batch: dimension 0 of each token, padding hatched",
    "sentence": "sentence",
    "position": "position",
    "dimension": "dimension",
    "batch": "batch normalisation",
    "layer": "layer normalisation",
    "change": "Sentence 1, in this batch minus alone: at most {largest}",
    "sizes": "Change of sentence 1 against the width of the batch",
    "columns": "width of the batch in positions",
    "rms": "root mean square of the change",
    "reading": (
        "Between a batch of its own and this batch, the normalised values of sentence 1 change by {batch} "
        "with batch normalisation and by {layer} with layer normalisation (root mean square; the values "
        "themselves have about 1)."
    ),
    "number.share": "Padding in the batch",
    "number.batch": "Change with batch normalisation",
    "number.layer": "Change with layer normalisation",
}
