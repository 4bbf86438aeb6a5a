"""Words of the lab of layer normalisation."""

WORDS = {
    "title": {"en": "Layer normalisation", "zh": "层归一化"},
    "question": {
        "en": "What does layer normalisation do to a token's vector?",
        "zh": "层归一化对一个词元的向量做了什么？",
    },
    "formula": (
        "$\\operatorname{LayerNorm}(x)=\\gamma\\odot\\frac{x-\\mu}{\\sqrt{\\sigma^2+\\epsilon}}+\\beta$\n"
        r"$\mu=\frac{1}{d}\sum_i x_i\qquad\sigma^2=\frac{1}{d}\sum_i(x_i-\mu)^2$"
    ),
    "intro": {
        "en": (
            "Each token is normalised by itself: its mean over the dimensions is subtracted, and the rest "
            "divided by its standard deviation. Whatever the size of the vector was, its norm is then close to "
            r"$\sqrt{d_{\text{model}}}$. A learned gain $\gamma$ and bias $\beta$, the same for all tokens, then "
            "scale and shift each dimension."
        ),
        "zh": (
            "层归一化（layer normalisation）对每个词元单独进行：减去它在各维度上的均值，再除以标准差。"
            r"无论向量原来多大，此后范数都接近 $\sqrt{d_{\text{model}}}$。随后，"
            r"可学习的增益 $\gamma$ 和偏置 $\beta$ 对每个维度进行缩放和平移，所有词元用同一组。"
        ),
    },
    "look": {
        "en": (
            "the thin line inside the thick one: computed by hand, the vector is what the model made. Change the "
            "position: mean and variance change, gain and bias do not. Gains begin at 1 and biases at 0; a small "
            "gain mutes its dimension for what follows."
        ),
        "zh": (
            "粗线之中的细线：手算得到的向量就是模型算出的向量。换一个位置，均值和方差随之改变，增益和偏置不变。增益从 "
            "1 "
            "开始，偏置从 0 开始；增益小，就减弱了这个维度对后续计算的影响。"
        ),
    },
    "site.label": {"en": "Normalisation", "zh": "哪一处层归一化"},
    "site.info": {"en": "Stack, layer from 0, and sub-layer.", "zh": "编码器或解码器、层（从 0 开始）和子层。"},
    "position.label": {"en": "Position of the token", "zh": "词元的位置"},
    "dimension.label": {"en": "Dimension followed by hand", "zh": "手算的维度"},
    "before": {
        "en": "Before: “{token}” at {site}; dotted: the mean",
        "zh": "归一化前：“{token}”，位于 {site}；点线为均值",
    },
    "after": {"en": "After", "zh": "归一化后"},
    "value": {"en": "value", "zh": "值"},
    "dimension": {"en": "dimension", "zh": "维度"},
    "plain": {"en": "normalised", "zh": "归一化的值"},
    "result": {"en": "times gain plus bias", "zh": "乘增益加偏置"},
    "made": {"en": "output of the model", "zh": "模型的输出"},
    "lines": {"en": "Dimension {dimension} by hand", "zh": "手算维度 {dimension}"},
    "learned": {"en": "What {site} learned", "zh": "在 {site} 学到的参数"},
    "gain": {"en": "gain", "zh": "增益"},
    "bias": {"en": "bias", "zh": "偏置"},
    "number.mean": {"en": "Mean", "zh": "均值"},
    "number.variance": {"en": "Variance", "zh": "方差"},
    "number.norm_before": {"en": "Norm before", "zh": "归一化前的范数"},
    "number.norm_plain": {"en": "Norm normalised", "zh": "归一化后的范数"},
    "number.norm_after": {"en": "Norm after gain and bias", "zh": "乘增益加偏置后的范数"},
    "number.apart": {"en": "Largest difference from the model's output", "zh": "与模型输出的最大差"},
    "number.gain_low": {"en": "Smallest gain", "zh": "最小增益"},
    "number.gain_high": {"en": "Largest gain", "zh": "最大增益"},
}
