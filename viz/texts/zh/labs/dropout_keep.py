"""Words of the mistake of the wrong probability, in Chinese."""

WORDS = {
    "title": "除以错误的概率",
    "question": "随机失活保留下来的值应当除以什么？",
    "formula": r"$\frac{x\cdot m}{1-p},\quad m\sim\text{Bernoulli}(1-p)\qquad\text{而不是}\quad\frac{x\cdot m}{p}$",
    "intro": (
        "失活率为 $p$ 的随机失活把占比 $p$ 的值置为 0。其余的值除以 $1-p$，均值不变，"
        "所以关闭随机失活时大小没有变化。如果除以 $p$，均值就乘以 $(1-p)/p$：$p=0.1$ 时是九倍，而且每层都再乘一次。"
        "这里的值是随机抽取的。"
    ),
    "look": "看随机失活之后与之前的均值之比：除以 1 − p 时接近 1。失活率为 0.5 时两者相同，所以这个错误常常不被发现。",
    "rate.label": "失活率 p",
    "layers.label": "连续的层数",
    "seed.label": "随机种子",
    "value": "值",
    "unit": "单元",
    "before": "之前",
    "after": "随机失活之后",
    "wrong": "除以 p",
    "right": "除以 1 − p",
    "depth": "经过几层（没有归一化）之后均值的倍数",
    "layers": "层数",
    "factor": "均值的倍数",
    "number.kept": "保留的值所占的比例",
    "number.ratio_wrong": "之后与之前的均值之比，除以 p",
    "number.ratio_right": "之后与之前的均值之比，除以 1 − p",
}
