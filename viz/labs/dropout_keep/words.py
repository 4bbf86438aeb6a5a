"""Words of the mistake of the wrong probability."""

WORDS = {
    "title": {"en": "Divided by the wrong probability", "zh": "除以错误的概率"},
    "question": {
        "en": "By what must the values that dropout keeps be divided?",
        "zh": "随机失活保留下来的值应当除以什么？",
    },
    "formula": {
        "en": r"$\frac{x\cdot m}{1-p},\quad m\sim\text{Bernoulli}(1-p)\qquad\text{not}\quad\frac{x\cdot m}{p}$",
        "zh": r"$\frac{x\cdot m}{1-p},\quad m\sim\text{Bernoulli}(1-p)\qquad\text{而不是}\quad\frac{x\cdot m}{p}$",
    },
    "intro": {
        "en": (
            "Dropout with rate $p$ sets a share $p$ of the values to zero. Division of the rest by $1-p$ keeps "
            "the mean, so that nothing changes in size when dropout is switched off. Division by $p$ multiplies "
            "the mean by $(1-p)/p$: nine times at $p=0.1$, and again in each layer. Values here are drawn at "
            "random."
        ),
        "zh": (
            "失活率为 $p$ 的随机失活把占比 $p$ 的值置为 0。其余的值除以 $1-p$，均值不变，"
            "所以关闭随机失活时大小没有变化。如果除以 $p$，均值就乘以 $(1-p)/p$：$p=0.1$ 时是九倍，而且每层都再乘一次。"
            "这里的值是随机抽取的。"
        ),
    },
    "look": {
        "en": (
            "the mean after dropout against the mean before: near 1 if divided by 1 − p. At a rate of 0.5 both "
            "are the same, which is why the mistake is often not noticed."
        ),
        "zh": (
            "看随机失活之后与之前的均值之比：除以 1 − p 时接近 1。失活率为 0.5 时两者相同，所以这个错误常常不被发现。"
        ),
    },
    "rate.label": {"en": "Dropout rate p", "zh": "失活率 p"},
    "layers.label": {"en": "Layers in a row", "zh": "连续的层数"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "value": {"en": "value", "zh": "值"},
    "unit": {"en": "unit", "zh": "单元"},
    "before": {"en": "before", "zh": "之前"},
    "after": {"en": "after dropout", "zh": "随机失活之后"},
    "wrong": {"en": "Divided by p", "zh": "除以 p"},
    "right": {"en": "Divided by 1 − p", "zh": "除以 1 − p"},
    "depth": {
        "en": "Factor on the mean after several layers without normalisation",
        "zh": "经过几层（没有归一化）之后均值的倍数",
    },
    "layers": {"en": "layers", "zh": "层数"},
    "factor": {"en": "factor on the mean", "zh": "均值的倍数"},
    "number.kept": {"en": "Share of the values that are kept", "zh": "保留的值所占的比例"},
    "number.ratio_wrong": {"en": "Mean after against before, divided by p", "zh": "之后与之前的均值之比，除以 p"},
    "number.ratio_right": {
        "en": "Mean after against before, divided by 1 − p",
        "zh": "之后与之前的均值之比，除以 1 − p",
    },
}
