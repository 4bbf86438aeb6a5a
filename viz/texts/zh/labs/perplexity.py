"""Words of the lab of perplexity, in Chinese."""

WORDS = {
    "title": "困惑度与平滑损失",
    "question": "困惑度等于训练损失的指数吗？",
    "formula": (
        r"$PPL=\exp\left(-\frac{1}{T}\sum_t\ln p(y_t)\right)\qquad \ell_t=-(1-\epsilon)\ln "
        r"p(y_t)-\frac{\epsilon}{V}\sum_v\ln p(v)$"
    ),
    "intro": (
        "困惑度（perplexity）是每个词元的普通交叉熵的指数。使用标签平滑时，训练最小化的是另一种损失，"
        "它还会因其他所有词元的概率过低而增大。除非 ε 为 0，这种损失的指数不是困惑度。一个词含有一个或多个词元，"
        "所以按词计算的困惑度不低于按词元计算的困惑度：只有词元相同，困惑度才可以比较。"
    ),
    "look": (
        "模型很有把握的地方，橙色的柱子仍然很高：在平滑之下，置信度高的正确词元仍有损失。ε = 0 时两者一致。"
        "这个译文是模型自己选择的，所以它的困惑度几乎不能说明参考译文的困惑度。"
    ),
    "epsilon.label": "平滑系数 ε",
    "epsilon.info": "论文中为 0.1。",
    "chart": "译文中每个词元的损失",
    "nats": "奈特",
    "plain": "普通交叉熵",
    "smoothed": "平滑后",
    "number.loss": "每个词元的普通交叉熵（奈特）",
    "number.perplexity": "按词元计算的困惑度",
    "number.smoothed_loss": "每个词元的平滑损失（奈特）",
    "number.wrong": "平滑损失的指数",
    "number.by_word": "按词计算的困惑度（按空格切分；没有空格的文本算作一个词）",
}
