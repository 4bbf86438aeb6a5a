"""Words of the mistake of the divisor."""

WORDS = {
    "title": {"en": "d_k for √d_k", "zh": "误除以 d_k"},
    "question": {"en": "What if the scores are divided by the wrong number?", "zh": "得分除以错误的数，会怎样？"},
    "formula": {
        "en": (
            r"$\frac{QK^{\top}}{\sqrt{d_k}}\qquad\text{not}\quad\frac{QK^{\top}}{d_k},\;\frac{QK^{\top}}{\sqrt{d_{"
            r"\text{model}}}}$"
        ),
        "zh": (
            r"$\frac{QK^{\top}}{\sqrt{d_k}}\qquad\text{而不是}\quad\frac{QK^{\top}}{d_k},\;\frac{QK^{\top}}{\sqrt{d_{"
            r"\text{model}}}}$"
        ),
    },
    "intro": {
        "en": (
            "For independent components of variance 1 a dot product has variance d_k, so its standard deviation is "
            "the root. Divided by d_k, scores "
            "become so small that weights are nearly uniform; the root of d_model makes them smaller by the root "
            "of h. A model can be trained with either and adapts its projections, but starts flatter. Here the "
            "trained model gets the wrong divisor in every attention at once."
        ),
        "zh": (
            "各分量相互独立、方差为 1 时，点积的方差是 d_k，标准差是它的平方根。如果除以 d_k，得分就太小，"
            "权重几乎均匀；"
            "如果除以 √d_model，得分只有除以 √d_k 时的 1/√h。用这两种除数都能训练模型，投影会自行适应，"
            "只是一开始的权重更均匀。这里让训练好的模型在所有注意力中同时使用错误的除数。"
        ),
    },
    "look": {
        "en": "weights that spread out, and the probability of the translation.",
        "zh": "看权重怎样变得分散，译文的概率怎样变化。",
    },
    "divisor.label": {"en": "Divided by", "zh": "除以"},
    "divisor.d_k": "d_k",
    "divisor.d_model": "√d_model",
    "divisor.none": {"en": "nothing", "zh": "不除"},
    "kind.label": {"en": "Attention shown", "zh": "显示的注意力"},
    "kind.encoder": {"en": "Encoder", "zh": "编码器"},
    "kind.decoder": {"en": "Decoder", "zh": "解码器"},
    "kind.cross": {"en": "Cross", "zh": "交叉"},
    "layer.label": {"en": "Layer", "zh": "层"},
    "head.label": {"en": "Head", "zh": "头"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "chart": {"en": "Probability of each token of the translation", "zh": "译文中每个词元的概率"},
    "probability": {"en": "probability", "zh": "概率"},
    "with_wrong": {"en": "wrong divisor in every attention", "zh": "所有注意力都用错误的除数"},
    "with_right": {"en": "the model's own divisor", "zh": "模型自己的除数"},
    "number.entropy_wrong": {
        "en": "Mean entropy of this head's rows, wrong divisor (nats)",
        "zh": "该头各行的平均熵，错误的除数（奈特）",
    },
    "number.entropy_right": {
        "en": "Mean entropy of this head's rows, the model's own divisor (nats)",
        "zh": "该头各行的平均熵，模型自己的除数（奈特）",
    },
    "number.log_wrong": {"en": "Log-probability of the translation, wrong divisor", "zh": "译文的对数概率，错误的除数"},
    "number.log_right": {
        "en": "Log-probability of the translation, the model's own divisor",
        "zh": "译文的对数概率，模型自己的除数",
    },
}
