"""Words of the lab of absolute positions."""

WORDS = {
    "title": {"en": "Relative to zero is absolute", "zh": "以 0 为参照即绝对位置"},
    "question": {"en": "Is the sinusoidal encoding absolute or relative?", "zh": "正弦位置编码是绝对的还是相对的？"},
    "formula": r"$PE_0\cdot PE_p=\sum_i\cos(p\,\omega_i)$",
    "intro": {
        "en": (
            "Both. Products depend on distances alone, but the distance to the first position is the position "
            "itself: a token that is always at the start, or a bias, is a ruler. How well it measures depends on "
            "the curve: where it is flat or comes back to the same value, two positions look alike from zero. "
            "The whole vector still tells them apart."
        ),
        "zh": (
            "既是绝对的，又是相对的。内积只取决于距离，但到第一个位置的距离就是位置本身：用总在句首的词元，"
            "或用一个偏置，"
            "就能量出绝对位置。量得准不准取决于曲线：在曲线平坦或回到同一值的地方，从位置 0 看去，两个位置就很相似。"
            "不过整个向量仍能区分它们。"
        ),
    },
    "look": {
        "en": (
            "places where the solid curve comes back to the dotted level, the product of position p with position 0: "
            "there other positions have nearly the same product. Whether it does depends on p and the width."
        ),
        "zh": (
            "看实线在哪里回到水平点线，即位置 p 与位置 0 的内积：那里另有位置与位置 0 的内积几乎相同。"
            "是否如此，取决于 p 和宽度。"
        ),
    },
    "length.label": {"en": "Positions", "zh": "位置数"},
    "position.label": {"en": "Position p", "zh": "位置 p"},
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "chart": {"en": "Products with position 0 and with position p", "zh": "与位置 0 和位置 p 的内积"},
    "position_axis": {"en": "position", "zh": "位置"},
    "product": {"en": "product", "zh": "内积"},
    "level": "PE(0) · PE(p)",
    "own": "p = {at}",
    "to_zero": {"en": "with position 0", "zh": "与位置 0"},
    "to_own": {"en": "with position p", "zh": "与位置 p"},
    "reading": {
        "en": "Seen from position 0, position {near} is the most similar to position {at}.",
        "zh": "从位置 0 看，位置 {near} 与位置 {at} 最相似。",
    },
    "number.product": "PE(0) · PE(p)",
    "number.near": {"en": "Position with the nearest product", "zh": "内积最接近的位置"},
    "number.gap": {"en": "Difference of the two products", "zh": "两个内积之差"},
}
