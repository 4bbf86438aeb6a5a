"""Words of the lab of gradient accumulation."""

WORDS = {
    "title": {"en": "Gradient accumulation", "zh": "梯度累积"},
    "question": {
        "en": "By what must accumulated gradients be divided, so that they equal those of one large batch?",
        "zh": "累积的梯度应当除以什么，才等于一个大批次的梯度？",
    },
    "formula": (
        r"$g=\frac{\sum_b\sum_{t\in b}\nabla\ell_t}{\sum_b "
        r"n_b}\;\neq\;\frac{1}{k}\sum_{b}\frac{1}{n_b}\sum_{t\in b}\nabla\ell_t$"
    ),
    "intro": {
        "en": (
            "A batch that does not fit into memory is cut into micro-batches, whose gradients are added before "
            "one step. They hold different numbers of target tokens. Divided once by all tokens, the sum is the "
            "gradient of the large batch. Divided by each micro-batch's own number and averaged it is another "
            "one, in which tokens of small micro-batches count more. The model here is linear, with six weights "
            "and squared loss; its tokens are drawn at random."
        ),
        "zh": (
            "一批太大，内存放不下时，就切成几个微批（micro-batch），把它们的梯度相加，再更新一步，"
            "这就是梯度累积（gradient accumulation）。各微批的目标端词元数不同。把总和除以全部词元数，只除一次，"
            "得到的是大批次的梯度；每个微批先除以自己的词元数再取平均，得到的是另一个梯度，其中较小微批的词元分量更重。"
            "这里的模型是线性的，有六个权重，用平方损失；词元是随机抽取的。"
        ),
    },
    "look": {
        "en": (
            "the first two gradients of each group, which are equal but for rounding, and the third. With "
            "equal sizes (spread 0) or one micro-batch all three agree. Raise the shift: if the loss depends on "
            "the size, the error is no longer chance but has a direction."
        ),
        "zh": (
            "每组的前两个梯度，除舍入误差外相等；再看第三个。大小相同（离散程度为 0）或只有一个微批时，三者一致。"
            "增大偏移：如果损失与微批的大小有关，误差就不再是偶然的，而有了方向。"
        ),
    },
    "batches.label": {"en": "Micro-batches k", "zh": "微批数 k"},
    "spread.label": {"en": "Spread of their sizes", "zh": "大小的离散程度"},
    "spread.info": {
        "en": "Standard deviation of the logarithm; a median of 20 tokens, at most 120.",
        "zh": "对数的标准差；中位数为 20 个词元，最多 120 个。",
    },
    "shift.label": {"en": "Shift of labels in small micro-batches", "zh": "较小微批中标签的偏移"},
    "shift.info": {"en": "Added where there are fewer than 20 tokens.", "zh": "加在词元少于 20 个的微批上。"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "per_batch": {"en": "Mean of each micro-batch", "zh": "每个微批各取平均"},
    "per_token": {"en": "Sum over all tokens", "zh": "对所有词元求和"},
    "sizes": {"en": "Tokens in each micro-batch", "zh": "每个微批的词元数"},
    "batch": {"en": "micro-batch", "zh": "微批"},
    "count": {"en": "tokens", "zh": "词元数"},
    "gradients": {"en": "The gradient of each weight", "zh": "每个权重的梯度"},
    "component": {"en": "weight", "zh": "权重"},
    "gradient": {"en": "gradient", "zh": "梯度"},
    "whole": {"en": "one large batch", "zh": "一个大批次"},
    "right": {"en": "divided by all tokens", "zh": "除以全部词元数"},
    "wrong": {"en": "mean of means", "zh": "平均值的平均"},
    "curve": {
        "en": "Relative error of the gradient, mean of {draws} draws",
        "zh": "梯度的相对误差，{draws} 次抽取的平均",
    },
    "spread_axis": {"en": "spread of the sizes", "zh": "大小的离散程度"},
    "error": {"en": "relative error", "zh": "相对误差"},
    "number.total": {"en": "Tokens in all", "zh": "词元总数"},
    "number.error_right": {
        "en": "Relative error, divided by all tokens (rounding)",
        "zh": "相对误差，除以全部词元数（舍入）",
    },
    "number.error_wrong": {"en": "Relative error, mean of means", "zh": "相对误差，平均值的平均"},
    "number.alike": {
        "en": "Cosine of the mean of means with the correct gradient",
        "zh": "平均值的平均与正确梯度的余弦",
    },
}
