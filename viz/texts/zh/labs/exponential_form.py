"""Words of the lab of the exponential form, in Chinese."""

WORDS = {
    "title": "指数形式",
    "question": "许多代码用指数函数来写频率。这是另一种编码吗？",
    "formula": r"$10000^{-2i/d_{\text{model}}}=\exp\left(-2i\,\frac{\ln 10000}{d_{\text{model}}}\right)$",
    "intro": (
        "两者是同一个函数，数值只差舍入误差。有人说用幂来写会溢出，但出现的最大的数也小于 10,000，"
        "任何格式都能表示。指数形式的方便之处在于，一个指数向量可供所有维度使用。"
    ),
    "look": (
        "两条线重合，相对差只有几个舍入误差：双精度下约为 1e−15，单精度下低于 1e−6。角度等于频率乘以位置，"
        "误差也随之放大，因此位置越远，编码本身的差别越大。"
    ),
    "d_model.label": "宽度 d_model",
    "position.label": "位置",
    "chart": "每对维度的频率",
    "pair": "第 i 对",
    "frequency": "频率（弧度/词元）",
    "power": "写成幂",
    "exponential": "写成指数函数",
    "number.double": "最大相对差，双精度",
    "number.single": "最大相对差，单精度",
    "number.encoding": "编码在该位置的最大差，单精度",
    "number.largest": "出现的最大的幂",
}
