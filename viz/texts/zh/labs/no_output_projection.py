"""Words of the mistake of the missing projection, in Chinese."""

WORDS = {
    "title": "缺少输出投影",
    "question": "只把各头的输出并排放在一起就够了吗？",
    "formula": (
        r"$[\text{head}_1;\ldots;\text{head}_h]\,W^O\qquad\text{而不是}\quad[\text{head}_1;\ldots;\text{head}_h]$"
    ),
    "intro": (
        "各头拼接之后与模型同宽，所以没有 $W^O$ 也不会报错。但那样一来，第一个头只能写入残差流的前 d_v 个分量，"
        "各头之间永远无法配合。输出投影把每个头的结果送到所有分量。下面运行训练好的模型，"
        "所有注意力都不用输出投影。"
    ),
    "look": "余弦接近 0：拼接与投影几乎没有共同之处。矩阵显示每个头对投影后的输出贡献多少。",
    "kind.label": "注意力",
    "kind.encoder": "编码器",
    "kind.decoder": "解码器",
    "kind.cross": "交叉",
    "layer.label": "层",
    "cosine": "各头的拼接与投影后的输出相比",
    "cosine_axis": "余弦",
    "heads": "每个头在投影后的输出中所占部分的范数",
    "query": "查询",
    "head": "头",
    "chart": "译文中每个词元的概率",
    "probability": "概率",
    "without": "所有注意力都不用 Wᴼ",
    "with": "使用 Wᴼ",
    "number.cosine": "平均余弦",
    "number.log_without": "译文的对数概率，不用 Wᴼ",
    "number.log_with": "译文的对数概率，使用 Wᴼ",
}
