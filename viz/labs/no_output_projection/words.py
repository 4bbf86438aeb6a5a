"""Words of the mistake of the missing projection."""

WORDS = {
    "title": {"en": "Output projection missing", "zh": "缺少输出投影"},
    "question": {
        "en": "Is it enough to put the outputs of the heads side by side?",
        "zh": "只把各头的输出并排放在一起就够了吗？",
    },
    "formula": {
        "en": r"$[\text{head}_1;\ldots;\text{head}_h]\,W^O\qquad\text{not}\quad[\text{head}_1;\ldots;\text{head}_h]$",
        "zh": (
            r"$[\text{head}_1;\ldots;\text{head}_h]\,W^O\qquad\text{而不是}\quad[\text{head}_1;\ldots;\text{head}_h]$"
        ),
    },
    "intro": {
        "en": (
            "The concatenated heads have the width of the model, so that nothing fails without $W^O$. But the "
            "first head could then write only into the first d_v components of the stream, and heads could never "
            "work together. The projection sends each head's result to all components. Below, every attention of "
            "the trained model runs without it."
        ),
        "zh": (
            "各头拼接之后与模型同宽，所以没有 $W^O$ 也不会报错。但那样一来，第一个头只能写入残差流的前 d_v 个分量，"
            "各头之间永远无法配合。输出投影把每个头的结果送到所有分量。下面运行训练好的模型，"
            "所有注意力都不用输出投影。"
        ),
    },
    "look": {
        "en": (
            "cosines near 0: concatenation and projection have little in common. The matrix shows how much each "
            "head gives to the projected output."
        ),
        "zh": "余弦接近 0：拼接与投影几乎没有共同之处。矩阵显示每个头对投影后的输出贡献多少。",
    },
    "kind.label": {"en": "Attention", "zh": "注意力"},
    "kind.encoder": {"en": "Encoder", "zh": "编码器"},
    "kind.decoder": {"en": "Decoder", "zh": "解码器"},
    "kind.cross": {"en": "Cross", "zh": "交叉"},
    "layer.label": {"en": "Layer", "zh": "层"},
    "cosine": {"en": "Concatenated heads against the projected output", "zh": "各头的拼接与投影后的输出相比"},
    "cosine_axis": {"en": "cosine", "zh": "余弦"},
    "heads": {"en": "Norm of each head's part of the projected output", "zh": "每个头在投影后的输出中所占部分的范数"},
    "query": {"en": "query", "zh": "查询"},
    "head": {"en": "head", "zh": "头"},
    "chart": {"en": "Probability of each token of the translation", "zh": "译文中每个词元的概率"},
    "probability": {"en": "probability", "zh": "概率"},
    "without": {"en": "without Wᴼ in every attention", "zh": "所有注意力都不用 Wᴼ"},
    "with": {"en": "with it", "zh": "使用 Wᴼ"},
    "number.cosine": {"en": "Mean cosine", "zh": "平均余弦"},
    "number.log_without": {"en": "Log-probability of the translation, without", "zh": "译文的对数概率，不用 Wᴼ"},
    "number.log_with": {"en": "Log-probability of the translation, with", "zh": "译文的对数概率，使用 Wᴼ"},
}
