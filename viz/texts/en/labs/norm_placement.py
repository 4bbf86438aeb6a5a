"""Words of the lab of the placement of the normalisation."""

WORDS = {
    "title": "Post-norm and pre-norm",
    "question": "Does it matter where the layer normalisation is?",
    "formula": (
        "$\\text{post:}\\quad x\\leftarrow\\operatorname{LayerNorm}\\left(x+f(x)\\right)$\n"
        r"$\text{pre:}\quad x\leftarrow x+f\left(\operatorname{LayerNorm}(x)\right)$"
    ),
    "intro": (
        "Post-norm, as in the paper, brings the stream back to the same size after each sum. Pre-norm leaves "
        "the stream alone and normalises what a sub-layer reads; the sums pile up, and one more "
        "normalisation follows the last layer. Two fresh encoders with the same random weights are compared, "
        "then the loaded model's own stream is drawn, as training left it. The gradients are those of a "
        "random projection of the normalised output with respect to all weights of a layer."
    ),
    "look": (
        "the stream: flat at 1 for post-norm, growing for pre-norm. What a late sub-layer adds to a large "
        "stream changes it little, so with pre-norm the gradient of late layers tends to be smaller than "
        "that of early ones; add layers to see it. Published comparisons find that pre-norm trains without a "
        "long warm-up, and that deep post-norm stacks need one; this lab measures only where they start."
    ),
    "layers.label": "Fresh layers",
    "seed.label": "Random draw",
    "side.label": "Stack of the loaded model",
    "side.encoder": "Encoder",
    "side.decoder": "Decoder",
    "streams": "Size of the stream before each sub-layer and after the last",
    "sublayers": "sub-layers below",
    "rms": "root mean square of its numbers",
    "post": "post-norm, fresh",
    "pre": "pre-norm, fresh",
    "own": "loaded model, {placement}-norm",
    "gradients": "Norm of the gradient of each layer's weights, before training",
    "layer": "layer",
    "gradient": "norm of the gradient",
    "reading": (
        "Through {layers} fresh layers the stream grows by a factor of {pre} with pre-norm and {post} with "
        "post-norm. In the loaded model, which has {placement}-norm, it is {own}."
    ),
    "number.placement": "Placement in the loaded model",
    "number.own": "Growth of its stream from first to last",
    "number.post_growth": "Growth with post-norm, fresh",
    "number.pre_growth": "Growth with pre-norm, fresh",
    "number.post_first": "Gradient of the first layer, post-norm",
    "number.post_last": "Gradient of the last layer, post-norm",
    "number.pre_first": "Gradient of the first layer, pre-norm",
    "number.pre_last": "Gradient of the last layer, pre-norm",
    "number.width": "Width of the fresh layers",
}
