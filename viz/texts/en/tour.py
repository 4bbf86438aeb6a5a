"""The words of the tour: twelve stops that lead through the paper with the numbers of the sentence at hand."""

TOUR: dict[str, str] = {
    "tour.title": "Tour of the Transformer",
    "tour.count": "Tour · {stop} of {stops}",
    "tour.back": "Back",
    "tour.next": "Next",
    "tour.end": "End",
    "tour.close": "End the tour",
    "tour.embedding.title": "Words become vectors",
    "tour.embedding.text": (
        "The sentence is cut into tokens, and each token is looked up in a learned table. From here on the model only "
        "has these rows of numbers: a tile for each token below the figure."
    ),
    "tour.position.title": "Order is added",
    "tour.position.text": (
        "Attention alone would give the same result for any order of the words. So waves of different lengths, read "
        "off at each position, are added to the vectors."
    ),
    "tour.attention.title": "Tokens look at each other",
    "tour.attention.text": (
        "Each token asks with a query. Its products with the keys of all tokens, after softmax, are weights that sum "
        "to 1; the values are mixed with them. All tokens do this at once."
    ),
    "tour.scale.title": "Why divide by √d_k",
    "tour.scale.text": (
        "The longer queries and keys are, the larger their products, and softmax puts everything on one key: hardly "
        "any gradient is left to learn from. Move d_k and watch; dividing by √d_k keeps the scores in range."
    ),
    "tour.heads.title": "Several heads, several questions",
    "tour.heads.text": (
        "A layer does this several times side by side, each head with projections of its own. Here are all of them: "
        "some look at a neighbour, some at the end, some at related words."
    ),
    "tour.residual.title": "Nothing is replaced, only added",
    "tour.residual.text": (
        "What attention found is added to what came in. This residual stream runs through all layers; beside it the "
        "layer normalisation keeps the numbers in range."
    ),
    "tour.feed_forward.title": "Each position thinks alone",
    "tour.feed_forward.text": (
        "Then a small network works on each position by itself: wider, ReLU, narrow again. Attention moves information "
        "between tokens, the feed-forward network changes it in place."
    ),
    "tour.masked.title": "Writing, one token at a time",
    "tour.masked.text": (
        "The decoder reads what it has written so far. Keys and values of earlier tokens are kept in a cache, so each "
        "step computes one new query, key and value in each layer, not all of them again."
    ),
    "tour.cross.title": "Asking the source",
    "tour.cross.text": (
        "In cross-attention the query comes from the decoder, keys and values from the encoder's result, the memory: "
        "the orange line. It is computed once and read at every step, in every decoder layer."
    ),
    "tour.alignment.title": "Which source word?",
    "tour.alignment.text": (
        "The same cross-attention, drawn between the words. Click a word of the translation to see where it looks; "
        "switch a head off and translate again to see what breaks."
    ),
    "tour.softmax.title": "A probability for every token",
    "tour.softmax.text": (
        "The last vector is compared with the output vector of every token of the vocabulary; softmax makes "
        "probabilities of the results. The search takes a token, and the next step reads it."
    ),
    "tour.training.title": "Training reads everything at once",
    "tour.training.text": (
        "In training the right translation is known, so all positions are computed in one pass; the causal mask hides "
        "the future. The loss is how improbable the right tokens were. Train a model of your own on the tab Train."
    ),
}
