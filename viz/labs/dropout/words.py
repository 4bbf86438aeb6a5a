"""Words of the lab of dropout."""

WORDS = {
    "title": {"en": "Dropout", "zh": "随机失活"},
    "question": {
        "en": "What does dropout do in training, and why is nothing needed in evaluation?",
        "zh": "随机失活在训练中做什么？评估时为什么什么也不用做？",
    },
    "formula": r"$\tilde x=\frac{m\,x}{1-p},\quad m\sim\text{Bernoulli}(1-p)\qquad\mathbb{E}[\tilde x]=x$",
    "intro": {
        "en": (
            "In training each value is set to zero with probability $p$ and divided by $1-p$ otherwise, so that "
            r"its mean stays. Its standard deviation becomes $x\sqrt{p/(1-p)}$: noise that keeps later layers "
            "from relying on single units. In evaluation the values are left alone. The paper's base model drops "
            "with 0.1; values and units are made up here."
        ),
        "zh": (
            "训练时，每个值以概率 $p$ 置为 0，否则除以 $1-p$，因此均值不变，这就是随机失活（dropout）。它的标准差变为 "
            r"$x\sqrt{p/(1-p)}$：有了这种噪声，后面的层就不会依赖个别单元。评估时，各值保持原样。论文的 base "
            r"模型失活率为 "
            "0.1；这里的值和单元只是示例。"
        ),
    },
    "look": {
        "en": (
            "single draws with holes and taller bars between them, and the mean of the draws, which tends "
            "towards the values as draws are added."
        ),
        "zh": "单次抽取有空洞，其余的柱子变高；多次抽取的均值，抽取越多越接近原来的值。",
    },
    "rate.label": {"en": "Dropout rate p", "zh": "失活率 p"},
    "draws.label": {"en": "Draws averaged", "zh": "取平均的抽取次数"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "one": {"en": "One draw", "zh": "一次抽取"},
    "many": {"en": "The mean of {draws} draws", "zh": "{draws} 次抽取的均值"},
    "value": {"en": "value", "zh": "值"},
    "unit": {"en": "unit", "zh": "单元"},
    "evaluation": {"en": "evaluation", "zh": "评估"},
    "training": {"en": "training", "zh": "训练"},
    "mean": {"en": "mean of the draws", "zh": "抽取的均值"},
    "places": {
        "en": "Where the paper drops, for as many layers as this model has",
        "zh": "论文中随机失活的位置，层数与这个模型相同",
    },
    "place": {"en": "place", "zh": "位置"},
    "count": {"en": "times in a pass", "zh": "一次前向计算中的次数"},
    "place.sums": {"en": "sum of embedding and position, both stacks", "zh": "词嵌入与位置编码之和，编码器和解码器"},
    "place.encoder": {
        "en": "sub-layer outputs before the residual sum, encoder",
        "zh": "残差相加之前的子层输出，编码器",
    },
    "place.decoder": {
        "en": "sub-layer outputs before the residual sum, decoder",
        "zh": "残差相加之前的子层输出，解码器",
    },
    "number.apart": {"en": "Mean relative distance of the means from the values", "zh": "均值与原值的平均相对距离"},
    "number.spread": {"en": "Standard deviation over the value, measured", "zh": "标准差与原值之比，实测"},
    "number.expected": {"en": "Expected: √(p / (1 − p))", "zh": "期望值：√(p / (1 − p))"},
}
