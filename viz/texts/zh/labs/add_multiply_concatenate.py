"""Words of the lab of joining positions, in Chinese."""

WORDS = {
    "title": "相加、相乘、拼接",
    "question": "位置编码为什么是加到词嵌入上？",
    "formula": r"$x=e+p\qquad x=e\odot p\qquad x=[e;p]$",
    "intro": (
        "相加不改变宽度，而且词与位置的方向不同，所以从和里仍能读出二者。相乘会改变正负号，并在正弦为负或接近 0 "
        "的地方把分量变成 0：词的这些分量就丢失了。拼接使二者分开，但宽度加倍，第一层的每个投影都要读入这么宽的向量。"
        "这里的向量取自当前模型的编码器。"
    ),
    "look": (
        "看合成向量与词、与位置的余弦。在位置的余弦接近 1 的地方，乘积保留词的分量；在正弦接近 0 或为负的地方，"
        "个别分量丢失或反号。"
    ),
    "way.label": "合成方式",
    "way.add": "相加（论文）",
    "way.multiply": "相乘",
    "way.concatenate": "拼接",
    "token.label": "词元",
    "components": "该词元的各向量的前几个分量",
    "component": "分量",
    "word": "词",
    "position": "位置",
    "joined": "合成",
    "cosines": "每个词元的合成向量中，有多少是词，有多少是位置",
    "cosine": "余弦",
    "to_word": "与词",
    "to_position": "与位置",
    "number.to_word": "与词的平均余弦",
    "number.to_position": "与位置的平均余弦",
    "number.small": "小于 0.05 的分量所占的比例",
    "number.length": "该词元的合成向量的长度",
    "number.width": "合成向量的宽度",
    "number.projections": "读入它的注意力的权重数（4 · 宽度 · d_model）",
}
