"""Words of the lab of uniqueness."""

WORDS = {
    "title": {"en": "Is every position unique?", "zh": "每个位置都唯一吗？"},
    "question": {"en": "How near do two positions come to each other?", "zh": "两个位置的编码能有多接近？"},
    "formula": r"$\left\|PE_p-PE_{p+k}\right\|^2=d_{\text{model}}-2\sum_i\cos(k\,\omega_i)$",
    "intro": {
        "en": (
            "The distance of two encodings depends on their offset alone. With the paper's base and a usual "
            "width the nearest positions are neighbours, and no two coincide. With few dimensions or a small "
            "base the waves come round together, and positions far apart become nearly equal."
        ),
        "zh": (
            "两个编码的距离只取决于它们的偏移。采用论文的底数和通常的宽度，最接近的是相邻的位置，没有两个位置重合。"
            "如果维度很少或底数很小，各个波会一同回到原处，相距很远的位置也变得几乎相等。"
        ),
    },
    "look": {
        "en": "the offset with the smallest distance: 1 as long as all is well. Then lower the width or the base.",
        "zh": "看距离最小的偏移：正常情况下是 1。再减小宽度或底数试试。",
    },
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "length.label": {"en": "Positions", "zh": "位置数"},
    "base.label": {"en": "Base", "zh": "底数"},
    "base.2": "2",
    "base.10": "10",
    "base.100": "100",
    "base.10000": {"en": "10000 (paper)", "zh": "10000（论文）"},
    "chart": {"en": "Distance of two positions by their offset", "zh": "两个位置的距离随偏移的变化"},
    "offset": {"en": "offset k", "zh": "偏移 k"},
    "distance": {"en": "distance", "zh": "距离"},
    "nearest": "k = {nearest}",
    "matrix": {"en": "Distances of the first positions", "zh": "前几个位置之间的距离"},
    "position": {"en": "position", "zh": "位置"},
    "number.least": {"en": "Smallest distance", "zh": "最小距离"},
    "number.nearest": {"en": "At the offset", "zh": "出现最小距离的偏移"},
    "number.next": {"en": "Distance of neighbours", "zh": "相邻位置的距离"},
}
