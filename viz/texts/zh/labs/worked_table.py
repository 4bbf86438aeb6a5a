"""Words of the lab of the worked table, in Chinese."""

WORDS = {
    "title": "手算位置编码表",
    "question": "位置编码的每个数分别是多少？",
    "formula": r"$PE_{(pos,\,2i)}=\sin\frac{pos}{10000^{2i/d}}\qquad PE_{(pos,\,2i+1)}=\cos\frac{pos}{10000^{2i/d}}$",
    "intro": "宽度取得小，每个角度都可以用计算器（设为弧度）验算。一个正弦和它的余弦共用一个角度。",
    "look": "位置 0 处所有的正弦为 0，所有的余弦为 1；最后一对维度从一个位置到下一个位置几乎不变。",
    "width.label": "宽度 d",
    "width.4": "4",
    "width.6": "6",
    "width.8": "8",
    "position.label": "写出算式的位置",
    "lines": "位置 {position}",
    "table": "最前面的位置：PE(0) 到 PE(4)",
    "dimension": "维",
    "number.fastest": "最短波长（词元）",
    "number.slowest": "最长波长（词元）",
}
