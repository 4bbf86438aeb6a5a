"""Words of the lab of the positional encoding, in Chinese."""

WORDS = {
    "title": "位置编码",
    "question": "模型如何知道词的顺序？",
    "formula": (
        r"$PE_{(pos,\,2i)}=\sin\frac{pos}{base^{\,2i/d_{\text{model}}}}\qquad "
        r"PE_{(pos,\,2i+1)}=\cos\frac{pos}{base^{\,2i/d_{\text{model}}}}$"
    ),
    "intro": (
        "注意力本身不知道顺序。因此，位置编码（positional encoding）把每个位置特有的一组正弦和余弦加到词嵌入上。"
        r"每对维度是一个波；波长从 $2\pi$ 开始，逐渐增长，趋近 $base\cdot 2\pi$。"
    ),
    "look": "相邻各对的波越来越长，余弦比正弦超前四分之一个周期，矩阵的各行互不相同：每个位置都是唯一的。",
    "d_model.label": "宽度 d_model",
    "d_model.info": "词嵌入的维数。",
    "length.label": "位置数",
    "pair.label": "第 i 对",
    "pair.info": "维度 2i 和 2i + 1。",
    "base.label": "底数",
    "base.info": "论文中为 10000。",
    "base.10": "10",
    "base.100": "100",
    "base.1000": "1000",
    "base.10000": "10000",
    "base.100000": "100000",
    "curves": "单个维度随位置的变化",
    "matrix": "整个矩阵",
    "position": "位置",
    "dimension": "维度",
    "sine": "维度 {d}，正弦",
    "cosine": "维度 {d}，余弦",
    "see.rotation": "为什么偏偏用正弦和余弦：",
    "see.permutation": "没有位置时模型知道什么：",
    "number.wavelength": "所选一对的波长（词元）",
    "number.shortest": "最短波长（词元）",
    "number.longest": "最长波长（词元）",
}
