"""Words of the lab of the learning rate, in Chinese."""

WORDS = {
    "title": "学习率调度",
    "question": "学习率为什么先升后降？",
    "formula": (
        r"$lrate=f\cdot d_{\text{model}}^{-0.5}"
        r"\allowbreak{}\cdot\min\left(step^{-0.5},\;step\cdot warmup^{-1.5}\right)$"
    ),
    "intro": (
        "刚开始时，新模型的梯度很大，Adam 的滑动平均只积累了很少几步，所以学习率从接近 0 开始，"
        "在预热（warm-up）期间直线上升；没有预热，最不可靠的几步反而最大。然后学习率与步数的平方根成反比下降。"
        "模型越宽、预热越长，学习率就越小。各控件从论文的 base 模型（512，4,000 步）开始；论文中因子 $f$ 为 1。"
        "虚线是用当前模型的设置得到的式 3，画到其训练的最后一步。"
    ),
    "look": "峰值恰好在预热结束处；前后两段在双对数坐标上是斜率为 1 和 −1/2 的直线。",
    "d_model.label": "宽度 d_model",
    "warmup.label": "预热（步）",
    "factor.label": "因子 f",
    "last.label": "画出的步数",
    "logarithmic.label": "对数坐标轴",
    "chart": "训练中的学习率",
    "step": "步",
    "rate": "学习率",
    "own": "现在的设置",
    "model": "当前模型（{d_model}，{warmup} 步，因子 {factor}）",
    "peak": "峰值 {rate}",
    "see.why_warmup": "没有预热会怎样：",
    "number.peak": "学习率的峰值",
    "number.at": "达到峰值的步",
    "number.paper_peak": "论文的 base 模型的峰值",
    "number.model_peak": "当前模型的峰值",
}
