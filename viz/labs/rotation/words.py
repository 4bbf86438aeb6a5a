"""Words of the lab of the rotation."""

WORDS = {
    "title": {"en": "A shift is a rotation", "zh": "平移就是旋转"},
    "question": {
        "en": "Why did the authors expect that the model can attend by relative position?",
        "zh": "论文作者为什么认为模型能学会按相对位置关注？",
    },
    "formula": r"$PE_{pos+k}=R_k\,PE_{pos}$",
    "intro": {
        "en": (
            "For a fixed offset $k$ one matrix takes the encoding of any position to that of the position $k$ "
            r"further on. It turns each pair of dimensions by its own angle, $k/10000^{2i/d_{\text{model}}}$, and "
            "does not depend on the position. So a head can learn to look $k$ tokens away with a linear map."
        ),
        "zh": (
            "对固定的偏移 $k$，有一个矩阵能把任一位置的编码变成往后 $k$ 个位置的编码。它把每一对维度各转过一个角度，即 "
            r"$k/10000^{2i/d_{\text{model}}}$，与位置无关。因此一个头用线性映射就能学会关注相距 $k$ 个词元的位置。"
        ),
    },
    "look": {
        "en": (
            "two by two blocks on the diagonal, and nothing elsewhere. Move the position: the matrix stays. Move "
            "the offset: the first block turns fastest."
        ),
        "zh": "对角线上是 2 × 2 的块，其余都是 0。改变位置，矩阵不变；改变偏移，第一块转得最快。",
    },
    "position.label": {"en": "Position p", "zh": "位置 p"},
    "offset.label": {"en": "Offset k", "zh": "偏移 k"},
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "d_model.info": {"en": "Small, so that every number can be read.", "zh": "取得小，以便看清每个数。"},
    "matrix": {"en": "The rotation for an offset of {offset}", "zh": "偏移为 {offset} 的旋转"},
    "from": {"en": "dimension of PE(p)", "zh": "PE(p) 的维度"},
    "to": {"en": "dimension of PE(p + k)", "zh": "PE(p + k) 的维度"},
    "table": {"en": "Every dimension", "zh": "每个维度"},
    "dimension": {"en": "dimension", "zh": "维度"},
    "before": "PE({position})",
    "rotated": {"en": "rotated", "zh": "旋转之后"},
    "after": {"en": "PE({position}), computed directly", "zh": "PE({position})，直接计算"},
    "reading": {
        "en": (
            "The rotated encoding and the one of the new position are the same. Their cosine with the old one, "
            "{cosine}, depends on the offset {offset} alone."
        ),
        "zh": "旋转后的编码与新位置的编码相同。它们与原编码的余弦为 {cosine}，只取决于偏移 {offset}。",
    },
    "number.distance": {
        "en": "Distance between the rotated encoding and the one computed directly",
        "zh": "旋转后的编码与直接计算的编码之间的距离",
    },
    "number.product": "PE(p) · PE(p + k)",
    "number.cosine": {"en": "Cosine of PE(p) and PE(p + k)", "zh": "PE(p) 与 PE(p + k) 的余弦"},
}
