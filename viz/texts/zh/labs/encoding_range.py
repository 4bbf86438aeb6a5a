"""Words of the mistake of the range, in Chinese."""

WORDS = {
    "title": "“编码的取值在 (0,\N{NO-BREAK SPACE}1) 之内”",
    "question": "位置编码取哪些值？",
    "intro": (
        "正弦和余弦的值在 −1 到 1 之间，包括两端：位置 0 的值是 0 和 1，而且有一部分值是负的。在短句中，"
        "变化慢的维度几乎不离开 0 和 1，上述说法可能由此而来。这里没有任何值是概率。"
    ),
    "look": "0 左侧的柱子，以及 0 和 1 处的两根高柱：后者来自变化慢的正弦和余弦。",
    "d_model.label": "宽度 d_model",
    "length.label": "位置数",
    "chart": "编码的取值分布",
    "value": "取值，区间起点",
    "share": "占比",
    "number.negative": "负值的占比",
    "number.least": "最小值",
    "number.most": "最大值",
    "number.average": "平均值",
}
