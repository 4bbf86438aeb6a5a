"""Words of the lab of saturation, in Chinese."""

WORDS = {
    "title": "除与不除的训练",
    "question": "不除以 √d_k 的注意力学得更差吗？",
    "intro": (
        "六个随机的查询，要在六个随机的键中各自找到自己的键；用梯度下降只调整查询。不除时，最初的损失很大，"
        "因为大多数查询强烈地偏向某个错误的键。对这种很有把握的错误，这里的损失仍给出梯度，而且得分变化更快，"
        "所以不除的一方完全可能赶上来，也可能来回跳动，取决于学习率。在深层模型中，权重之后是后面的层而不是损失，"
        "饱和的一行几乎不传递梯度。"
    ),
    "look": "d_k 增大时，看最初的损失和饱和行的比例：不除的一方会升高。再看学习率增大到多少时，哪一方先变得不稳定。",
    "d_k.label": "宽度 d_k",
    "rate.label": "学习率",
    "seed.label": "随机种子",
    "step": "步",
    "divided": "除以 √d_k",
    "plain": "不除",
    "loss": "损失（奈特）",
    "gradient": "查询梯度的平均范数",
    "saturated": "有权重超过 0.99 的行所占的比例",
    "correct": "找到自己的键的查询所占的比例",
    "number.queries": "学习的查询数",
    "number.keys": "键数",
    "number.first_scaled": "最初的损失，除以 √d_k",
    "number.first_unscaled": "最初的损失，不除",
    "number.last_scaled": "最后的损失，除以 √d_k",
    "number.last_unscaled": "最后的损失，不除",
}
