"""Words of the lab of saturation, in Chinese."""

WORDS = {
    "title": "两种方式都训练",
    "question": "不作除法的注意力会学得更差吗？",
    "intro": (
        "六个随机的查询，要通过对查询做梯度下降，在六个随机的键中各自找到自己的键。不作除法时，最初的损失很大，"
        "因为大多数查询强烈地偏向某个错误的键。在这种损失之下，这样有把握的错误仍有梯度，而且得分变化更快，"
        "所以不作除法的一方完全可能赶上来，也可能来回跳动，取决于学习率。在深的模型中，权重通向后面的层而不是损失，"
        "饱和的一行什么梯度也传不过去。"
    ),
    "look": "d_k 增大时最初的损失和饱和行的比例：不作除法的一方会升高。再看学习率到多大时，哪一方变得不稳定。",
    "d_k.label": "宽度 d_k",
    "rate.label": "学习率",
    "seed.label": "随机种子",
    "step": "步",
    "divided": "除以 √d_k",
    "plain": "不除",
    "loss": "损失（奈特）",
    "gradient": "查询的梯度的平均范数",
    "saturated": "有权重超过 0.99 的行所占的比例",
    "correct": "找到自己的键的查询所占的比例",
    "number.queries": "学习的查询数",
    "number.keys": "键数",
    "number.first_scaled": "最初的损失，除以 √d_k",
    "number.first_unscaled": "最初的损失，不除",
    "number.last_scaled": "最后的损失，除以 √d_k",
    "number.last_unscaled": "最后的损失，不除",
}
