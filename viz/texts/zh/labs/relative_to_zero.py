"""Words of the lab of absolute positions, in Chinese."""

WORDS = {
    "title": "以 0 为参照即绝对位置",
    "question": "正弦位置编码是绝对的还是相对的？",
    "formula": r"$PE_0\cdot PE_p=\sum_i\cos(p\,\omega_i)$",
    "intro": (
        "既是绝对的，又是相对的。内积只取决于距离，但到第一个位置的距离就是位置本身：用总在句首的词元，或用一个偏置，"
        "就能量出绝对位置。量得准不准取决于曲线：在曲线平坦或回到同一值的地方，从位置 0 看去，两个位置就很相似。"
        "不过整个向量仍能区分它们。"
    ),
    "look": (
        "看实线在哪里回到水平点线，即位置 p 与位置 0 的内积：那里另有位置与位置 0 的内积几乎相同。"
        "是否如此，取决于 p 和宽度。"
    ),
    "length.label": "位置数",
    "position.label": "位置 p",
    "d_model.label": "宽度 d_model",
    "chart": "与位置 0 和位置 p 的内积",
    "position_axis": "位置",
    "product": "内积",
    "level": "PE(0) · PE(p)",
    "own": "p = {at}",
    "to_zero": "与位置 0",
    "to_own": "与位置 p",
    "reading": "从位置 0 看，位置 {near} 与位置 {at} 最相似。",
    "number.product": "PE(0) · PE(p)",
    "number.near": "内积最接近的位置",
    "number.gap": "两个内积之差",
}
