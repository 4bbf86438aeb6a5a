"""Words of the lab of the recorded training, in Chinese."""

WORDS = {
    "title": "真实训练中的学习率",
    "question": "学习率升降期间，损失怎样变化？",
    "formula": (
        r"$lrate=f\cdot d_{\text{model}}^{-0.5}"
        r"\allowbreak{}\cdot\min\left(step^{-0.5},\;step\cdot warmup^{-1.5}\right)$"
    ),
    "intro": (
        "当前模型在训练时记录下的学习率、损失和梯度范数，以及按所选的预热和因子画出的式 3。"
        "有些训练以冷却（cool-down）结束，即再乘以一个直线下降到 0 的因子；论文没有这一阶段。图中最多画出 300 "
        "个记录的步。"
    ),
    "look": (
        "看损失在哪里下降最快，学习率在哪里最大；记录的学习率是否偏离式 3，从哪里开始偏离。"
        "在双对数坐标上，式 3 的两段都是直线。"
    ),
    "continued": (
        "这是一次续训的记录：训练从已训练好的权重（{start}）开始，而不是随机权重，步数从那里重新计数。"
        "因此损失从 {first} 奈特开始；若从随机权重开始，损失应在 ln({vocabulary}) = {uniform} 附近。"
    ),
    "warmup.label": "公式的预热（步）",
    "factor.label": "公式的因子",
    "logarithmic.label": "对数坐标轴",
    "rates": "学习率",
    "losses": "训练损失，采用训练时的标签平滑",
    "norms": "梯度的范数",
    "step": "步",
    "rate": "学习率",
    "nats": "奈特/词元",
    "norm": "范数",
    "recorded": "记录值",
    "rule": "式 3",
    "number.peak": "式 3 的峰值",
    "number.recorded": "记录的最大学习率",
    "number.last_step": "记录的最后一步",
    "number.cooldown": "冷却的步数",
}
