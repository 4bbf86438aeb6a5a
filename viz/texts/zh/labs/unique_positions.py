"""Words of the lab of uniqueness, in Chinese."""

WORDS = {
    "title": "每个位置都唯一吗？",
    "question": "两个位置的编码能有多接近？",
    "formula": r"$\left\|PE_p-PE_{p+k}\right\|^2=d_{\text{model}}-2\sum_i\cos(k\,\omega_i)$",
    "intro": (
        "两个编码的距离只取决于它们的偏移。采用论文的底数和通常的宽度，最接近的是相邻的位置，没有两个位置重合。"
        "如果维度很少或底数很小，各个波会一同回到原处，相距很远的位置也变得几乎相等。"
    ),
    "look": "看距离最小的偏移：正常情况下是 1。再减小宽度或底数试试。",
    "d_model.label": "宽度 d_model",
    "length.label": "位置数",
    "base.label": "底数",
    "base.2": "2",
    "base.10": "10",
    "base.100": "100",
    "base.10000": "10000（论文）",
    "chart": "两个位置的距离随偏移的变化",
    "offset": "偏移 k",
    "distance": "距离",
    "nearest": "k = {nearest}",
    "matrix": "前几个位置之间的距离",
    "position": "位置",
    "number.least": "最小距离",
    "number.nearest": "出现最小距离的偏移",
    "number.next": "相邻位置的距离",
}
