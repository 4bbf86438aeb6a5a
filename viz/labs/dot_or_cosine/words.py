"""Words of the lab of score functions."""

WORDS = {
    "title": {"en": "Dot product, cosine, additive", "zh": "点积、余弦、加性注意力"},
    "question": {
        "en": "Why the dot product, and not the cosine or a small network?",
        "zh": "为什么用点积，而不用余弦或一个小网络？",
    },
    "formula": (
        r"$\frac{q\cdot k}{\sqrt{d_k}}\qquad\frac{q\cdot k}{\lVert q\rVert\,\lVert k\rVert}\qquad "
        r"v^{\top}\tanh(q+k)$"
    ),
    "intro": {
        "en": (
            "The cosine lies between −1 and 1: softmax of such scores cannot prefer one key strongly, and the "
            "model could not use the lengths of vectors. Additive attention takes a network with one hidden "
            "layer, whose scores stay small at any width; footnote 4 and section 3.2.1 say why the plain dot "
            "product does not. The dot product is one matrix product and needs less work. The vectors are "
            "random; the additive network has fixed random weights and no projections of its own."
        ),
        "zh": (
            "余弦在 −1 与 1 之间：对这样的得分做 softmax，无法强烈偏向某一个键，模型也用不上向量的长度。"
            "加性注意力（additive attention）用一个有单隐藏层的网络，宽度再大，得分也不大；未缩放的点积为什么不是这样，"
            "见脚注 4 和第 3.2.1 节。点积只是一次矩阵乘法，计算量更小。这里的向量是随机的；加性网络的权重随机而固定，"
            "没有自己的投影。"
        ),
    },
    "look": {
        "en": (
            "variance and entropy as d_k grows: the plain dot product concentrates on one key, the cosine "
            "becomes uniform, scaled and additive scores keep theirs."
        ),
        "zh": "看 d_k 增大时的方差和熵：未缩放的点积集中到一个键上，余弦变得均匀，缩放后的得分和加性得分几乎不变。",
    },
    "d_k.label": {"en": "Width d_k", "zh": "宽度 d_k"},
    "keys.label": {"en": "Keys", "zh": "键数"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "row": {"en": "Weights of one query", "zh": "一个查询的权重"},
    "key": {"en": "key", "zh": "键"},
    "weight": {"en": "weight", "zh": "权重"},
    "table": {"en": "Means over 12 queries", "zh": "12 个查询的均值"},
    "variance": {"en": "variance of the scores", "zh": "得分的方差"},
    "largest": {"en": "largest weight", "zh": "最大权重"},
    "entropy": {"en": "entropy (nats)", "zh": "熵（奈特）"},
    "scaled": {"en": "dot product / √d_k", "zh": "点积 / √d_k"},
    "plain": {"en": "dot product", "zh": "点积"},
    "cosine": {"en": "cosine", "zh": "余弦"},
    "additive": {"en": "additive", "zh": "加性"},
    "number.uniform": {"en": "Entropy of uniform weights (nats)", "zh": "均匀权重的熵（奈特）"},
    "number.dot_operations": {"en": "Operations of a dot product: 2 d_k", "zh": "一次点积的运算量：2 d_k"},
    "number.additive_operations": {
        "en": "Operations of an additive score: 4 d_k, of which d_k are hyperbolic tangents",
        "zh": "一个加性得分的运算量：4 d_k，其中有 d_k 次双曲正切",
    },
}
