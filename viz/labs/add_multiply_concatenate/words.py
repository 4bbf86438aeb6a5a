"""Words of the lab of joining positions."""

WORDS = {
    "title": {"en": "Add, multiply, concatenate", "zh": "相加、相乘、拼接"},
    "question": {"en": "Why are positions added to the embeddings?", "zh": "位置编码为什么是加到词嵌入上？"},
    "formula": r"$x=e+p\qquad x=e\odot p\qquad x=[e;p]$",
    "intro": {
        "en": (
            "A sum keeps the width, and word and position point in different directions, so that both can be "
            "read out of it. A product changes signs and makes zeros wherever the sine is negative or near zero: "
            "those components of the word are lost. Concatenation keeps both apart but doubles the width that "
            "every projection of the first layer reads. The vectors are those of the loaded model's encoder."
        ),
        "zh": (
            "相加不改变宽度，而且词与位置的方向不同，所以从和里仍能读出二者。相乘会改变正负号，并在正弦为负或接近 0 "
            "的地方把分量变成 0：词的这些分量就丢失了。拼接使二者分开，但宽度加倍，"
            "第一层的每个投影都要读入这么宽的向量。"
            "这里的向量取自当前模型的编码器。"
        ),
    },
    "look": {
        "en": (
            "the cosines of the joined vector with the word and with the position. A product keeps the word "
            "where the position's cosines are near 1, and loses or turns round single components where its sines "
            "are near zero or negative."
        ),
        "zh": (
            "看合成向量与词、与位置的余弦。在位置的余弦接近 1 的地方，乘积保留词的分量；在正弦接近 0 或为负的地方，"
            "个别分量丢失或反号。"
        ),
    },
    "way.label": {"en": "Joined by", "zh": "合成方式"},
    "way.add": {"en": "adding (paper)", "zh": "相加（论文）"},
    "way.multiply": {"en": "multiplying", "zh": "相乘"},
    "way.concatenate": {"en": "concatenating", "zh": "拼接"},
    "token.label": {"en": "Token", "zh": "词元"},
    "components": {"en": "The first components of the token's vectors", "zh": "该词元的各向量的前几个分量"},
    "component": {"en": "component", "zh": "分量"},
    "word": {"en": "word", "zh": "词"},
    "position": {"en": "position", "zh": "位置"},
    "joined": {"en": "joined", "zh": "合成"},
    "cosines": {
        "en": "How much of word and position is in each token's joined vector",
        "zh": "每个词元的合成向量中，有多少是词，有多少是位置",
    },
    "cosine": {"en": "cosine", "zh": "余弦"},
    "to_word": {"en": "with the word", "zh": "与词"},
    "to_position": {"en": "with the position", "zh": "与位置"},
    "number.to_word": {"en": "Mean cosine with the word", "zh": "与词的平均余弦"},
    "number.to_position": {"en": "Mean cosine with the position", "zh": "与位置的平均余弦"},
    "number.small": {"en": "Share of components below 0.05", "zh": "小于 0.05 的分量所占的比例"},
    "number.length": {"en": "Length of this token's joined vector", "zh": "该词元的合成向量的长度"},
    "number.width": {"en": "Width of the joined vector", "zh": "合成向量的宽度"},
    "number.projections": {
        "en": "Weights of an attention that reads it (4 · width · d_model)",
        "zh": "读入它的注意力的权重数（4 · 宽度 · d_model）",
    },
}
