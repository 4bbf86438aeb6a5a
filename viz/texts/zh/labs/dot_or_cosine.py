"""Words of the lab of score functions, in Chinese."""

WORDS = {
    "title": "点积、余弦、加性注意力",
    "question": "为什么用点积，而不用余弦或一个小网络？",
    "formula": (
        r"$\frac{q\cdot k}{\sqrt{d_k}}\qquad\frac{q\cdot k}{\lVert q\rVert\,\lVert k\rVert}\qquad v^{\top}"
        r"\tanh(q+k)$"
    ),
    "intro": (
        "余弦在 −1 与 1 之间：对这样的得分做 softmax，无法强烈偏向某一个键，模型也用不上向量的长度。"
        "加性注意力（additive attention）用一个有单隐藏层的网络，宽度再大，得分也不大；未缩放的点积为什么不是这样，"
        "见脚注 4 和第 3.2.1 节。点积只是一次矩阵乘法，计算量更小。这里的向量是随机的；加性网络的权重随机而固定，"
        "没有自己的投影。"
    ),
    "look": "看 d_k 增大时的方差和熵：未缩放的点积集中到一个键上，余弦变得均匀，缩放后的得分和加性得分几乎不变。",
    "d_k.label": "宽度 d_k",
    "keys.label": "键数",
    "seed.label": "随机种子",
    "row": "一个查询的权重",
    "key": "键",
    "weight": "权重",
    "table": "12 个查询的均值",
    "variance": "得分的方差",
    "largest": "最大权重",
    "entropy": "熵（奈特）",
    "scaled": "点积 / √d_k",
    "plain": "点积",
    "cosine": "余弦",
    "additive": "加性",
    "number.uniform": "均匀权重的熵（奈特）",
    "number.dot_operations": "一次点积的运算量：2 d_k",
    "number.additive_operations": "一个加性得分的运算量：4 d_k，另加 d_k 次双曲正切",
}
