"""Words of the lab of the product of encodings, in Chinese."""

WORDS = {
    "title": "两个位置有多相似",
    "question": "两个编码的内积如何随它们的距离变化？",
    "formula": r"$PE_p\cdot PE_{p+k}=\sum_{i}\cos(k\,\omega_i)\qquad\omega_i=10000^{-2i/d_{\text{model}}}$",
    "intro": (
        "两个位置的编码的内积，是若干个以距离为自变量的余弦之和。它与两个位置在哪里无关，在两个方向上也相同。"
        "因此，如果一个头只用编码的内积来比较位置，就分不出左右；查询和键的投影则可以做到。"
    ),
    "look": "0 处是峰，两侧下降并带有波动：距离更远，不一定更不相似。改变位置，曲线不变。",
    "position.label": "位置 p",
    "reach.label": "最大偏移",
    "d_model.label": "宽度 d_model",
    "chart": "PE(p) · PE(p + k)",
    "offset": "偏移 k",
    "product": "内积",
    "measured": "两个编码的内积",
    "rule": "余弦之和",
    "number.length": "k = 0 时的内积，等于 d_model 的一半",
    "number.next": "k = 1 时的内积",
    "number.error": "两条曲线的最大差",
}
