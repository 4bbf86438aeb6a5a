"""Words of the lab of the exponential form."""

WORDS = {
    "title": {"en": "The exponential form", "zh": "指数形式"},
    "question": {
        "en": "Much code writes the frequencies with an exponential. Is that another encoding?",
        "zh": "许多代码用指数函数来写频率。这是另一种编码吗？",
    },
    "formula": r"$10000^{-2i/d_{\text{model}}}=\exp\left(-2i\,\frac{\ln 10000}{d_{\text{model}}}\right)$",
    "intro": {
        "en": (
            "It is the same function, and the numbers agree up to rounding. It is sometimes said that the power "
            "would overflow: the largest number that occurs is below 10,000, which every format holds. The "
            "exponential form is convenient because one vector of exponents serves all dimensions."
        ),
        "zh": (
            "两者是同一个函数，数值只差舍入误差。有人说用幂来写会溢出，但出现的最大的数也小于 10,000，"
            "任何格式都能表示。指数形式的方便之处在于，一个指数向量可供所有维度使用。"
        ),
    },
    "look": {
        "en": (
            "two lines that lie on each other, and relative differences of a few rounding errors: about 1e−15 in "
            "double and 1e−6 in single precision. The angle multiplies them by the position, so that the "
            "encoding itself differs more at far positions."
        ),
        "zh": (
            "两条线重合，相对差只有几个舍入误差：双精度下约为 1e−15，单精度下约为 1e−6。角度等于频率乘以位置，"
            "误差也随之放大，因此位置越远，编码本身的差别越大。"
        ),
    },
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "position.label": {"en": "Position", "zh": "位置"},
    "chart": {"en": "Frequency of each pair of dimensions", "zh": "每对维度的频率"},
    "pair": {"en": "pair i", "zh": "第 i 对"},
    "frequency": {"en": "frequency (radians per token)", "zh": "频率（弧度/词元）"},
    "power": {"en": "as a power", "zh": "写成幂"},
    "exponential": {"en": "as an exponential", "zh": "写成指数函数"},
    "number.double": {"en": "Largest relative difference, double precision", "zh": "最大相对差，双精度"},
    "number.single": {"en": "Largest relative difference, single precision", "zh": "最大相对差，单精度"},
    "number.encoding": {
        "en": "Largest difference of the encoding at this position, single precision",
        "zh": "编码在该位置的最大差，单精度",
    },
    "number.largest": {"en": "Largest power that occurs", "zh": "出现的最大的幂"},
}
