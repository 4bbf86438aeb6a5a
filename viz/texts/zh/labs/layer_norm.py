"""Words of the lab of layer normalisation, in Chinese."""

WORDS = {
    "title": "层归一化",
    "question": "层归一化对一个词元的向量做了什么？",
    "formula": (
        "$\\operatorname{LayerNorm}(x)=\\gamma\\odot\\frac{x-\\mu}{\\sqrt{\\sigma^2+\\epsilon}}+\\beta$\n"
        r"$\mu=\frac{1}{d}\sum_i x_i\qquad\sigma^2=\frac{1}{d}\sum_i(x_i-\mu)^2$"
    ),
    "intro": (
        "层归一化（layer normalisation）对每个词元单独进行：减去它在各维度上的均值，再除以标准差。"
        r"无论向量原来多大，此后范数都接近 $\sqrt{d_{\text{model}}}$。随后，"
        r"可学习的增益 $\gamma$ 和偏置 $\beta$ 对每个维度进行缩放和平移，所有词元用同一组。"
    ),
    "look": (
        "粗线之中的细线：手算得到的向量就是模型算出的向量。换一个位置，均值和方差随之改变，增益和偏置不变。增益从 1 "
        "开始，偏置从 0 开始；增益小，就减弱了这个维度对后续计算的影响。"
    ),
    "site.label": "哪一处层归一化",
    "site.info": "编码器或解码器、层（从 0 开始）和子层。",
    "position.label": "词元的位置",
    "dimension.label": "手算的维度",
    "before": "归一化前：“{token}”，位于 {site}；点线为均值",
    "after": "归一化后",
    "value": "值",
    "dimension": "维度",
    "plain": "归一化的值",
    "result": "乘增益加偏置",
    "made": "模型的输出",
    "lines": "手算维度 {dimension}",
    "learned": "在 {site} 学到的参数",
    "gain": "增益",
    "bias": "偏置",
    "number.mean": "均值",
    "number.variance": "方差",
    "number.norm_before": "归一化前的范数",
    "number.norm_plain": "归一化后的范数",
    "number.norm_after": "乘增益加偏置后的范数",
    "number.apart": "与模型输出的最大差",
    "number.gain_low": "最小增益",
    "number.gain_high": "最大增益",
}
