"""Words of the lab of label smoothing."""

WORDS = {
    "title": {"en": "Label smoothing", "zh": "标签平滑"},
    "question": {
        "en": "What does label smoothing ask of the model, and what does it cost?",
        "zh": "标签平滑要模型学什么？代价是什么？",
    },
    "formula": r"$q'=(1-\epsilon)\,q+\frac{\epsilon}{V}\qquad H(q',p)=(1-\epsilon)\,H(q,p)+\epsilon\,H(u,p)$",
    "intro": {
        "en": (
            r"The target is no longer one token with probability 1: a share $\epsilon$ is spread over the whole "
            "vocabulary, the correct token included. The loss then has its minimum at a confidence of "
            r"$1-\epsilon+\epsilon/V$, and more confidence costs again. The paper found that this hurts "
            r"perplexity and improves accuracy and BLEU; it does not say how it spreads $\epsilon$. The curve "
            "shares what is left evenly among the other tokens."
        ),
        "zh": (
            r"采用标签平滑（label smoothing）后，目标不再是单个概率为 1 的词元：份额 $\epsilon$ 分摊到整个词表，"
            r"正确词元也在其中。于是损失在置信度为 $1-\epsilon+\epsilon/V$ 时最小，置信度再高，损失又会上升。论文发现，"
            r"这样做会使困惑度（perplexity）变差，但能提高准确率和 BLEU；论文没有说明 $\epsilon$ 如何分摊。"
            "曲线假定剩余的概率在其他词元之间平分。"
        ),
    },
    "look": {
        "en": (
            "in the target, the shares of the other tokens, slivers next to that of the correct one; their "
            "value is below. In the loss, the minimum of the smoothed curve to the left of 1, and how steeply it rises"
            " towards certainty. At "
            "ε = 0 both curves are the same."
        ),
        "zh": (
            "目标中其他词元的份额，在正确词元旁边只是细细的一条，数值见下方。"
            "损失图中，平滑损失曲线的最小值在 1 的左边；再看置信度接近 1 时曲线上升得多陡。ε = 0 时两条曲线相同。"
        ),
    },
    "epsilon.label": {"en": "Smoothing ε", "zh": "平滑系数 ε"},
    "epsilon.info": {"en": "0.1 in the paper.", "zh": "论文中为 0.1。"},
    "vocabulary.label": {"en": "Vocabulary V", "zh": "词表大小 V"},
    "confidence.label": {"en": "Confidence", "zh": "置信度"},
    "confidence.info": {"en": "Probability that the model gives the correct token.", "zh": "模型给正确词元的概率。"},
    "target": {
        "en": "The target of {shown} of {vocabulary} tokens",
        "zh": "{vocabulary} 个词元中 {shown} 个的目标概率",
    },
    "right": {"en": "correct", "zh": "正确"},
    "other": {"en": "other {number}", "zh": "其他 {number}"},
    "probability": {"en": "probability", "zh": "概率"},
    "hard": {"en": "one token", "zh": "单个词元"},
    "smooth": {"en": "smoothed", "zh": "平滑后"},
    "chart": {"en": "Loss against the confidence in the correct token", "zh": "损失随正确词元置信度的变化"},
    "confidence_axis": {"en": "confidence", "zh": "置信度"},
    "nats": {"en": "nats", "zh": "奈特"},
    "smoothed": {"en": "smoothed loss", "zh": "平滑损失"},
    "plain": {"en": "plain cross-entropy", "zh": "普通交叉熵"},
    "minimum": {"en": "minimum", "zh": "最小值"},
    "parts": {"en": "The loss at this confidence", "zh": "该置信度下的损失"},
    "of_plain": {"en": "{share} · cross-entropy with the correct token", "zh": "{share} · 与正确词元的交叉熵"},
    "of_uniform": {"en": "{share} · cross-entropy with the uniform distribution", "zh": "{share} · 与均匀分布的交叉熵"},
    "reading": {
        "en": (
            "A model that learns this target perfectly gives the correct token a probability of {best}, not 1. That is "
            "the cost: on certain tokens its perplexity is {perplexity} instead of 1, and its loss never goes below "
            "{least} nats."
        ),
        "zh": (
            "完全学会这个目标的模型，给正确词元的概率是 {best}，而不是 1。这就是代价：在确定无疑的词元上，"
            "它的困惑度是 {perplexity} 而不是 1，它的损失永远不会低于 {least} 奈特。"
        ),
    },
    "see.label_smoothing_trained": {"en": "What it is good for:", "zh": "它有什么好处："},
    "number.best": {"en": "Confidence with the smallest smoothed loss", "zh": "平滑损失最小时的置信度"},
    "number.perplexity": {"en": "Perplexity at that confidence", "zh": "该置信度下的困惑度"},
    "number.share": {
        "en": "Probability of every other token in the target, ε / V",
        "zh": "目标中其他每个词元的概率，ε / V",
    },
    "number.least": {
        "en": "Smallest smoothed loss, which no model can go below (nats)",
        "zh": "平滑损失的最小值，任何模型都无法更低（奈特）",
    },
    "number.plain": {"en": "Plain cross-entropy at this confidence", "zh": "该置信度下的普通交叉熵"},
    "number.smoothed": {"en": "Smoothed loss at this confidence", "zh": "该置信度下的平滑损失"},
}
