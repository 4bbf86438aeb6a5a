"""Words of the lab of the recorded training."""

WORDS = {
    "title": {"en": "The schedule in a real training", "zh": "真实训练中的学习率"},
    "question": {
        "en": "What did the loss do while the learning rate rose and fell?",
        "zh": "学习率升降期间，损失怎样变化？",
    },
    "formula": (
        r"$lrate=f\cdot d_{\text{model}}^{-0.5}"
        r"\allowbreak{}\cdot\min\left(step^{-0.5},\;step\cdot warmup^{-1.5}\right)$"
    ),
    "intro": {
        "en": (
            "The rate, loss and gradient norm that were recorded while the loaded model was trained, with Eq. 3 "
            "for the warm-up and factor that you choose. Some trainings end with a cool-down, a factor that "
            "falls to zero in a straight line; the paper does not have one. The charts show at most 300 of the "
            "recorded steps."
        ),
        "zh": (
            "当前模型在训练时记录下的学习率、损失和梯度范数，以及按所选的预热和因子画出的式 3。"
            "有些训练以冷却（cool-down）结束，即再乘以一个直线下降到 0 的因子；论文没有这一阶段。图中最多画出 300 "
            "个记录的步。"
        ),
    },
    "look": {
        "en": (
            "where the loss falls fastest, against where the rate is largest, and where the recorded rate "
            "leaves Eq. 3, if it does. On logarithmic axes both branches of Eq. 3 are straight lines."
        ),
        "zh": (
            "看损失在哪里下降最快，学习率在哪里最大；记录的学习率是否偏离式 3，从哪里开始偏离。"
            "在双对数坐标上，式 3 的两段都是直线。"
        ),
    },
    "continued": {
        "en": (
            "This is the record of a continued training: it began with trained weights ({start}), not with random "
            "ones, "
            "and counts its steps from there. So its loss begins at {first} nats; with random weights it would begin "
            "near ln({vocabulary}) = {uniform}."
        ),
        "zh": (
            "这是一次续训的记录：训练从已训练好的权重（{start}）开始，而不是随机权重，步数从那里重新计数。"
            "因此损失从 {first} 奈特开始；若从随机权重开始，损失应在 ln({vocabulary}) = {uniform} 附近。"
        ),
    },
    "warmup.label": {"en": "Warm-up of the rule (steps)", "zh": "公式的预热（步）"},
    "factor.label": {"en": "Factor of the rule", "zh": "公式的因子"},
    "logarithmic.label": {"en": "Logarithmic axes", "zh": "对数坐标轴"},
    "rates": {"en": "Learning rate", "zh": "学习率"},
    "losses": {"en": "Training loss, with the training's label smoothing", "zh": "训练损失，采用训练时的标签平滑"},
    "norms": {"en": "Norm of the gradient", "zh": "梯度的范数"},
    "step": {"en": "step", "zh": "步"},
    "rate": {"en": "learning rate", "zh": "学习率"},
    "nats": {"en": "nats per token", "zh": "奈特/词元"},
    "norm": {"en": "norm", "zh": "范数"},
    "recorded": {"en": "recorded", "zh": "记录值"},
    "rule": {"en": "Eq. 3", "zh": "式 3"},
    "number.peak": {"en": "Peak of Eq. 3", "zh": "式 3 的峰值"},
    "number.recorded": {"en": "Largest recorded rate", "zh": "记录的最大学习率"},
    "number.last_step": {"en": "Last recorded step", "zh": "记录的最后一步"},
    "number.cooldown": {"en": "Steps of the cool-down", "zh": "冷却的步数"},
}
