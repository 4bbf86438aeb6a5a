"""Words of the lab of gradients and the residual connection, in Chinese."""

WORDS = {
    "title": "残差连接与梯度",
    "question": "梯度能到达第一个子层吗？",
    "formula": r"$\frac{\partial}{\partial x}\left(x+f(x)\right)=I+\frac{\partial f}{\partial x}$",
    "intro": (
        "一个采用 Xavier 初始化、未经训练的多层网络读入随机向量；取输出的一个随机投影，"
        "把它的梯度逐层回传到每个子层的输入。没有残差连接（又称 skip connection），"
        "梯度一路上要乘以每个子层的雅可比矩阵。残差连接给每个雅可比矩阵加上 $I$，这是一条不作任何乘法的路径。"
        "这里什么也没有训练：这就是训练第一步所面对的情形。"
    ),
    "look": (
        "先看没有归一化的线：在深层网络中，没有残差连接，梯度逐渐消失；有残差连接，梯度不断增大。"
        "归一化使二者都接近输出处的大小，所以单凭残差连接，解释不了梯度的大小。第二幅图显示残差连接的另一个作用：采用 "
        "pre-norm，梯度经过许多子层仍保留一部分方向；采用 post-norm，只能保留几个子层；没有残差连接，"
        "一两个子层之后方向就丢失了。"
    ),
    "count.label": "子层数 N",
    "count.info": "编码器的每一层有两个子层。",
    "norm.label": "层归一化",
    "norm.none": "没有",
    "norm.post": "每次相加之后（论文）",
    "norm.pre": "每个子层之前",
    "kind.label": "子层",
    "kind.both": "注意力与前馈网络交替",
    "kind.attention": "只有注意力",
    "kind.feed_forward": "只有前馈网络",
    "seed.label": "随机种子",
    "norms": "每个子层输入处的梯度的范数",
    "norm": "范数 / 输出处的范数",
    "place": "下方的子层数",
    "cosines": "梯度的方向，与输出处的比较",
    "cosine": "余弦",
    "skip": "有残差连接",
    "plain": "没有残差连接",
    "reading": "经过 {count} 个子层，第一个输入处的梯度与输出处相比，有残差连接时为 {skip} 倍，没有时为 {plain} 倍。",
    "number.skip": "第一个输入处的梯度 / 输出处的梯度，有残差连接",
    "number.plain": "同上，没有残差连接",
    "number.skip_cosine": "二者的余弦，有残差连接",
    "number.plain_cosine": "二者的余弦，没有残差连接",
    "number.middle_skip": "网络中间的余弦，有残差连接",
    "number.middle_plain": "网络中间的余弦，没有残差连接",
    "number.width": "未经训练的层的宽度",
    "number.hidden": "未经训练的前馈网络的隐藏单元数",
}
