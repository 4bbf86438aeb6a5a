"""Words of the lab of dropout, in Chinese."""

WORDS = {
    "title": "随机失活",
    "question": "随机失活在训练中做什么？评估时为什么什么也不用做？",
    "formula": r"$\tilde x=\frac{m\,x}{1-p},\quad m\sim\text{Bernoulli}(1-p)\qquad\mathbb{E}[\tilde x]=x$",
    "intro": (
        "训练时，每个值以概率 $p$ 置为 0，否则除以 $1-p$，因此均值不变，这就是随机失活（dropout）。它的标准差变为 "
        r"$x\sqrt{p/(1-p)}$：有了这种噪声，后面的层就不会依赖个别单元。评估时，各值保持原样。论文的 base 模型失活率为 "
        "0.1；这里的值和单元只是示例。"
    ),
    "look": "单次抽取有空洞，其余的柱子变高；多次抽取的均值，抽取越多越接近原来的值。",
    "rate.label": "失活率 p",
    "draws.label": "取平均的抽取次数",
    "seed.label": "随机种子",
    "one": "一次抽取",
    "many": "{draws} 次抽取的均值",
    "value": "值",
    "unit": "单元",
    "evaluation": "评估",
    "training": "训练",
    "mean": "抽取的均值",
    "places": "论文中随机失活的位置，层数与这个模型相同",
    "place": "位置",
    "count": "一次前向计算中的次数",
    "place.sums": "词嵌入与位置编码之和，编码器和解码器",
    "place.encoder": "残差相加之前的子层输出，编码器",
    "place.decoder": "残差相加之前的子层输出，解码器",
    "number.apart": "均值与原值的平均相对距离",
    "number.spread": "标准差与原值之比，实测",
    "number.expected": "期望值：√(p / (1 − p))",
}
