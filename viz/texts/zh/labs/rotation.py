"""Words of the lab of the rotation, in Chinese."""

WORDS = {
    "title": "平移就是旋转",
    "question": "论文作者为什么认为模型能学会按相对位置关注？",
    "formula": r"$PE_{pos+k}=R_k\,PE_{pos}$",
    "intro": (
        "对固定的偏移 $k$，有一个矩阵能把任一位置的编码变成往后 $k$ 个位置的编码。它把每一对维度各转过一个角度，即 "
        r"$k/10000^{2i/d_{\text{model}}}$，与位置无关。因此一个头用线性映射就能学会关注相距 $k$ 个词元的位置。"
    ),
    "look": "对角线上是 2 × 2 的块，其余都是 0。改变位置，矩阵不变；改变偏移，第一块转得最快。",
    "position.label": "位置 p",
    "offset.label": "偏移 k",
    "d_model.label": "宽度 d_model",
    "d_model.info": "取得小，以便看清每个数。",
    "matrix": "偏移为 {offset} 的旋转",
    "from": "PE(p) 的维度",
    "to": "PE(p + k) 的维度",
    "table": "每个维度",
    "dimension": "维度",
    "before": "PE({position})",
    "rotated": "旋转之后",
    "after": "PE({position})，直接计算",
    "reading": "旋转后的编码与新位置的编码相同。它们与原编码的余弦为 {cosine}，只取决于偏移 {offset}。",
    "number.distance": "旋转后的编码与直接计算的编码之间的距离",
    "number.product": "PE(p) · PE(p + k)",
    "number.cosine": "PE(p) 与 PE(p + k) 的余弦",
}
