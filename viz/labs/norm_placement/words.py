"""Words of the lab of the placement of the normalisation."""

WORDS = {
    "title": {"en": "Post-norm and pre-norm", "zh": "Post-norm 与 pre-norm"},
    "question": {"en": "Does it matter where the layer normalisation is?", "zh": "层归一化放在哪里，有影响吗？"},
    "formula": {
        "en": (
            "$\\text{post:}\\quad x\\leftarrow\\operatorname{LayerNorm}\\left(x+f(x)\\right)$\n"
            r"$\text{pre:}\quad x\leftarrow x+f\left(\operatorname{LayerNorm}(x)\right)$"
        ),
        "zh": (
            "$\\text{post-norm：}\\quad x\\leftarrow\\operatorname{LayerNorm}\\left(x+f(x)\\right)$\n"
            r"$\text{pre-norm：}\quad x\leftarrow x+f\left(\operatorname{LayerNorm}(x)\right)$"
        ),
    },
    "intro": {
        "en": (
            "Post-norm, as in the paper, brings the stream back to the same size after each sum. Pre-norm leaves "
            "the stream alone and normalises what a sub-layer reads; the sums pile up, and one more "
            "normalisation follows the last layer. Two fresh encoders with the same random weights are compared, "
            "then the loaded model's own stream is drawn, as training left it. The gradients are those of a "
            "random projection of the normalised output with respect to all weights of a layer."
        ),
        "zh": (
            "Post-norm 是论文的做法，每次相加之后都把残差流恢复到同样的大小。Pre-norm 不改动残差流，"
            "只对子层读入的内容作归一化；相加的结果不断累积，最后一层之后还要再做一次归一化。"
            "这里先比较两个初始权重相同、"
            "未经训练的编码器，再画出当前模型训练之后的残差流。梯度是归一化输出的一个随机投影对一层全部权重的梯度。"
        ),
    },
    "look": {
        "en": (
            "the stream: flat at 1 for post-norm, growing for pre-norm. What a late sub-layer adds to a large "
            "stream changes it little, so with pre-norm the gradient of late layers tends to be smaller than "
            "that of early ones; add layers to see it. Published comparisons find that pre-norm trains without a "
            "long warm-up, and that deep post-norm stacks need one; this lab measures only where they start."
        ),
        "zh": (
            "残差流：post-norm 平稳地保持在 1，pre-norm 不断增大。残差流很大时，靠后的子层加上去的内容对它改变很小，"
            "所以在 pre-norm 中，后面各层的梯度往往比前面各层小；增加层数就能看到。已发表的比较表明，"
            "pre-norm 不需要长时间预热也能训练，而很深的 post-norm 需要预热；本实验只测量两者的起点。"
        ),
    },
    "layers.label": {"en": "Fresh layers", "zh": "未经训练编码器的层数"},
    "seed.label": {"en": "Random draw", "zh": "随机种子"},
    "side.label": {"en": "Stack of the loaded model", "zh": "当前模型：编码器或解码器"},
    "side.encoder": {"en": "Encoder", "zh": "编码器"},
    "side.decoder": {"en": "Decoder", "zh": "解码器"},
    "streams": {
        "en": "Size of the stream before each sub-layer and after the last",
        "zh": "残差流在每个子层之前和最后一个子层之后的大小",
    },
    "sublayers": {"en": "sub-layers below", "zh": "已经过的子层数"},
    "rms": {"en": "root mean square of its numbers", "zh": "各分量的均方根"},
    "post": {"en": "post-norm, fresh", "zh": "post-norm，未经训练"},
    "pre": {"en": "pre-norm, fresh", "zh": "pre-norm，未经训练"},
    "own": {"en": "loaded model, {placement}-norm", "zh": "当前模型，{placement}-norm"},
    "gradients": {
        "en": "Norm of the gradient of each layer's weights, before training",
        "zh": "每层权重的梯度范数，训练之前",
    },
    "layer": {"en": "layer", "zh": "层"},
    "gradient": {"en": "norm of the gradient", "zh": "梯度的范数"},
    "reading": {
        "en": (
            "Through {layers} fresh layers the stream grows by a factor of {pre} with pre-norm and {post} with "
            "post-norm. In the loaded model, which has {placement}-norm, it is {own}."
        ),
        "zh": (
            "经过 {layers} 个未经训练的层，残差流在 pre-norm 中增大到 {pre} 倍，在 post-norm 中为 {post} 倍。"
            "当前模型采用 "
            "{placement}-norm，为 {own} 倍。"
        ),
    },
    "number.placement": {"en": "Placement in the loaded model", "zh": "当前模型的归一化位置"},
    "number.own": {"en": "Growth of its stream from first to last", "zh": "其残差流从头到尾的增长倍数"},
    "number.post_growth": {"en": "Growth with post-norm, fresh", "zh": "post-norm 的增长倍数，未经训练"},
    "number.pre_growth": {"en": "Growth with pre-norm, fresh", "zh": "pre-norm 的增长倍数，未经训练"},
    "number.post_first": {"en": "Gradient of the first layer, post-norm", "zh": "第一层的梯度，post-norm"},
    "number.post_last": {"en": "Gradient of the last layer, post-norm", "zh": "最后一层的梯度，post-norm"},
    "number.pre_first": {"en": "Gradient of the first layer, pre-norm", "zh": "第一层的梯度，pre-norm"},
    "number.pre_last": {"en": "Gradient of the last layer, pre-norm", "zh": "最后一层的梯度，pre-norm"},
    "number.width": {"en": "Width of the fresh layers", "zh": "未经训练的层的宽度"},
}
