"""Words of the chapter on the residual path (section 3.1)."""

WORDS = {
    "title": {
        "en": "Nothing is replaced, only added",
        "zh": "不替换，只相加",
    },
    "text": {
        "en": (
            "What a sub-layer finds does not replace what came in; it is added to it. Think of a document that "
            "passes from desk to desk: nobody rewrites it, everybody adds a note in the margin, and the last "
            "reader still sees the first line. In training, dropout sets some numbers of a note to 0 before it is "
            "added.\n"
            "This residual stream makes deep models trainable. In the backward pass the gradient runs straight "
            "along it, past every sub-layer, down to the embeddings. Without it, six layers would already be hard "
            "to train.\n"
            "Layer normalisation keeps the growing sum in range: each vector gets mean 0 and variance 1, then a "
            "learned scale. The paper normalises after the addition (post-norm); many models since then do it "
            "before the sub-layer (pre-norm). Figure 1 on this page shows the order that the loaded model has."
        ),
        "zh": (
            "子层得到的结果并不替换输入，而是加到输入上。想象一份文件从一张桌子传到另一张桌子：没有人重写它，每个人"
            "都在页边加一条批注，最后的读者仍然看得到第一行。训练时，随机失活先把批注中的一些数变成 0，再相加。\n"
            "这条残差流使深的模型也能训练。反向传播时，梯度沿着它直接绕过每个子层，一直到词嵌入。没有它，六层就已经"
            "很难训练了。\n"
            "层归一化使不断增大的和保持在合适的范围内：每个向量的均值变为 0，方差变为 1，再乘以学得的系数。论文在相"
            "加之后归一化，此后的许多模型则在子层之前归一化。本页的图 1 画的是所载入模型的顺序。"
        ),
    },
    "do": {
        "en": "Follow the residual stream: click another block “Add”, where a sub-layer adds its result.",
        "zh": "沿着残差流往前走：点击另一个“相加”方块，子层的结果就加在那里。",
    },
}
