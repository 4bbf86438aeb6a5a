"""Words of the mistake of the divisor, in Chinese."""

WORDS = {
    "title": "误除以 d_k",
    "question": "得分除以错误的数，会怎样？",
    "formula": (
        r"$\frac{QK^{\top}}{\sqrt{d_k}}\qquad\text{而不是}\quad\frac{QK^{\top}}{d_k},\;\frac{QK^{\top}}{\sqrt{d_{"
        r"\text{model}}}}$"
    ),
    "intro": (
        "各分量相互独立、方差为 1 时，点积的方差是 d_k，标准差是它的平方根。如果除以 d_k，得分就太小，权重几乎均匀；"
        "如果除以 √d_model，得分只有除以 √d_k 时的 1/√h。用这两种除数都能训练模型，投影会自行适应，"
        "只是一开始的权重更均匀。这里让训练好的模型在所有注意力中同时使用错误的除数。"
    ),
    "look": "看权重怎样变得分散，译文的概率怎样变化。",
    "divisor.label": "除以",
    "divisor.d_k": "d_k",
    "divisor.d_model": "√d_model",
    "divisor.none": "不除",
    "kind.label": "显示的注意力",
    "kind.encoder": "编码器",
    "kind.decoder": "解码器",
    "kind.cross": "交叉",
    "layer.label": "层",
    "head.label": "头",
    "query": "查询",
    "key": "键",
    "chart": "译文中每个词元的概率",
    "probability": "概率",
    "with_wrong": "所有注意力都用错误的除数",
    "with_right": "√d_k",
    "number.entropy_wrong": "该头各行的平均熵，错误的除数（奈特）",
    "number.entropy_right": "该头各行的平均熵，√d_k（奈特）",
    "number.log_wrong": "译文的对数概率，错误的除数",
    "number.log_right": "译文的对数概率，√d_k",
}
