"""Words of the lab of parameters."""

WORDS = {
    "title": "Parameters by part",
    "question": "Where are the parameters of a Transformer?",
    "formula": (
        r"$V d+3N\left(4d^{2}+4d\right)\allowbreak{}+2N\left(2\,d\,d_{ff}+d_{ff}+d\right)"
        r"\allowbreak{}+10Nd$"
    ),
    "intro": (
        "The embedding grows with the vocabulary and the width, each attention with the square of the width, "
        "the feed-forward sub-layer with d · d_ff. A layer of the decoder has two attentions, one of the "
        "encoder has one. The formula is for h · d_k = d, post-norm and one tied table; the lab also counts "
        "other choices. With biases everywhere and a tied vocabulary of 37,000 the base model has 63.1 "
        "million parameters, against 65 million in Table 3."
    ),
    "look": (
        "which part dominates. Make the model narrower: the table takes over; wider: the feed-forward sub-layers do."
    ),
    "preset.label": "Begin with",
    "preset.loaded": "the loaded model",
    "preset.base": "the paper's base model",
    "preset.big": "the paper's big model",
    "width.label": "Width ×",
    "width.info": "d_model, d_k and d_ff together.",
    "depth.label": "Depth ×",
    "words.label": "Vocabulary ×",
    "chart": "Parameters by part",
    "millions": "millions",
    "table": "The same in numbers",
    "part": "part",
    "parameters": "parameters",
    "share": "share",
    "tables": "embedding tables",
    "positions": "learned positions",
    "encoder_attention": "encoder attention",
    "decoder_attention": "decoder attention",
    "cross_attention": "cross-attention",
    "feed_forward": "feed-forward",
    "norms": "layer norms",
    "number.total": "Parameters in all",
    "number.d_model": "d_model",
    "number.d_ff": "d_ff",
    "number.layers": "Layers in each stack",
    "number.vocabulary": "Vocabulary",
}
