"""Words of the lab of gradients and the residual connection."""

WORDS = {
    "title": {"en": "Skip and gradients", "zh": "残差连接与梯度"},
    "question": {"en": "Does the gradient reach the first sub-layer?", "zh": "梯度能到达第一个子层吗？"},
    "formula": r"$\frac{\partial}{\partial x}\left(x+f(x)\right)=I+\frac{\partial f}{\partial x}$",
    "intro": {
        "en": (
            "A fresh stack with Xavier weights reads random vectors; the gradient of a random projection of its "
            "output is followed back to the input of each sub-layer. Without the skip it is multiplied by the "
            "Jacobian of every sub-layer on its way. The skip adds $I$ to each Jacobian, a path on which nothing "
            "is multiplied. Nothing is trained here: this is what the first step of training meets."
        ),
        "zh": (
            "一个采用 Xavier 初始化、未经训练的多层网络读入随机向量；取输出的一个随机投影，"
            "把它的梯度逐层回传到每个子层的输入。没有残差连接（又称 skip connection），"
            "梯度一路上要乘以每个子层的雅可比矩阵。残差连接给每个雅可比矩阵加上 $I$，这是一条不作任何乘法的路径。"
            "这里什么也没有训练：这就是训练第一步所面对的情形。"
        ),
    },
    "look": {
        "en": (
            "the lines without normalisation first: in a deep stack the gradient fades without the skip and "
            "grows with it. Normalisation brings both near the size that they have at the output, so the skip "
            "alone does not explain the size. The second figure shows what else the skip does: with pre-norm the "
            "gradient keeps part of its direction through many sub-layers, with post-norm through a few, and "
            "without the skip it is lost after one or two."
        ),
        "zh": (
            "先看没有归一化的线：在深层网络中，没有残差连接，梯度逐渐消失；有残差连接，梯度不断增大。"
            "归一化使二者都接近输出处的大小，所以单凭残差连接，解释不了梯度的大小。第二幅图显示残差连接的另一个作用："
            "采用 "
            "pre-norm，梯度经过许多子层仍保留一部分方向；采用 post-norm，只能保留几个子层；没有残差连接，"
            "一两个子层之后方向就丢失了。"
        ),
    },
    "count.label": {"en": "Sub-layers N", "zh": "子层数 N"},
    "count.info": {"en": "Two for each layer of an encoder.", "zh": "编码器的每一层有两个子层。"},
    "norm.label": {"en": "Layer normalisation", "zh": "层归一化"},
    "norm.none": {"en": "None", "zh": "没有"},
    "norm.post": {"en": "After each sum (the paper)", "zh": "每次相加之后（论文）"},
    "norm.pre": {"en": "Before each sub-layer", "zh": "每个子层之前"},
    "kind.label": {"en": "Sub-layers", "zh": "子层"},
    "kind.both": {"en": "Attention and feed-forward in turn", "zh": "注意力与前馈网络交替"},
    "kind.attention": {"en": "Attention only", "zh": "只有注意力"},
    "kind.feed_forward": {"en": "Feed-forward only", "zh": "只有前馈网络"},
    "seed.label": {"en": "Random draw", "zh": "随机种子"},
    "norms": {"en": "Norm of the gradient at each sub-layer's input", "zh": "每个子层输入处的梯度的范数"},
    "norm": {"en": "norm / norm at the output", "zh": "范数 / 输出处的范数"},
    "place": {"en": "sub-layers below", "zh": "下方的子层数"},
    "cosines": {"en": "Direction of the gradient, compared with the output's", "zh": "梯度的方向，与输出处的比较"},
    "cosine": {"en": "cosine", "zh": "余弦"},
    "skip": {"en": "with the skip", "zh": "有残差连接"},
    "plain": {"en": "without the skip", "zh": "没有残差连接"},
    "reading": {
        "en": (
            "After {count} sub-layers the gradient at the first input is {skip} times that at the output with "
            "the skip, and {plain} times without it."
        ),
        "zh": "经过 {count} 个子层，第一个输入处的梯度与输出处相比，有残差连接时为 {skip} 倍，没有时为 {plain} 倍。",
    },
    "number.skip": {
        "en": "Gradient at the first input / at the output, with the skip",
        "zh": "第一个输入处的梯度 / 输出处的梯度，有残差连接",
    },
    "number.plain": {"en": "The same without the skip", "zh": "同上，没有残差连接"},
    "number.skip_cosine": {"en": "Cosine of the two with the skip", "zh": "二者的余弦，有残差连接"},
    "number.plain_cosine": {"en": "Cosine of the two without the skip", "zh": "二者的余弦，没有残差连接"},
    "number.middle_skip": {"en": "Cosine in the middle of the stack with the skip", "zh": "网络中间的余弦，有残差连接"},
    "number.middle_plain": {
        "en": "Cosine in the middle of the stack without the skip",
        "zh": "网络中间的余弦，没有残差连接",
    },
    "number.width": {"en": "Width of the fresh layers", "zh": "未经训练的层的宽度"},
    "number.hidden": {"en": "Hidden units of a fresh feed-forward network", "zh": "未经训练的前馈网络的隐藏单元数"},
}
