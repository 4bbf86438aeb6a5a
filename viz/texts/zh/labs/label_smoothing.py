"""Words of the lab of label smoothing, in Chinese."""

WORDS = {
    "title": "标签平滑",
    "question": "标签平滑要模型学什么？代价是什么？",
    "formula": r"$q'=(1-\epsilon)\,q+\frac{\epsilon}{V}\qquad H(q',p)=(1-\epsilon)\,H(q,p)+\epsilon\,H(u,p)$",
    "intro": (
        r"采用标签平滑（label smoothing）后，目标不再是单个概率为 1 的词元：份额 $\epsilon$ 分摊到整个词表，"
        r"正确词元也在其中。于是损失在置信度为 $1-\epsilon+\epsilon/V$ 时最小，置信度再高，损失又会上升。论文发现，"
        r"这样做会使困惑度（perplexity）变差，但能提高准确率和 BLEU；论文没有说明 $\epsilon$ 如何分摊。"
        "曲线假定剩余的概率在其他词元之间平分。"
    ),
    "look": (
        "目标中其他词元的份额，在正确词元旁边只是细细的一条，数值见下方。"
        "损失图中，平滑损失曲线的最小值在 1 的左边；再看置信度接近 1 时曲线上升得多陡。ε = 0 时两条曲线相同。"
    ),
    "epsilon.label": "平滑系数 ε",
    "epsilon.info": "论文中为 0.1。",
    "vocabulary.label": "词表大小 V",
    "confidence.label": "置信度",
    "confidence.info": "模型给正确词元的概率。",
    "target": "{vocabulary} 个词元中 {shown} 个的目标概率",
    "right": "正确",
    "other": "其他 {number}",
    "probability": "概率",
    "hard": "单个词元",
    "smooth": "平滑后",
    "chart": "损失随正确词元置信度的变化",
    "confidence_axis": "置信度",
    "nats": "奈特",
    "smoothed": "平滑损失",
    "plain": "普通交叉熵",
    "minimum": "最小值",
    "parts": "该置信度下的损失",
    "of_plain": "{share} · 与正确词元的交叉熵",
    "of_uniform": "{share} · 与均匀分布的交叉熵",
    "reading": (
        "完全学会这个目标的模型，给正确词元的概率是 {best}，而不是 1。这就是代价：在确定无疑的词元上，"
        "它的困惑度是 {perplexity} 而不是 1，它的损失永远不会低于 {least} 奈特。"
    ),
    "see.label_smoothing_trained": "它有什么好处：",
    "number.best": "平滑损失最小时的置信度",
    "number.perplexity": "该置信度下的困惑度",
    "number.share": "目标中其他每个词元的概率，ε / V",
    "number.least": "平滑损失的最小值，任何模型都无法更低（奈特）",
    "number.plain": "该置信度下的普通交叉熵",
    "number.smoothed": "该置信度下的平滑损失",
}
