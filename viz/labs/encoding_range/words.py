"""Words of the mistake of the range."""

WORDS = {
    "title": {
        "en": "“The encoding lies in (0,\N{NO-BREAK SPACE}1)”",
        "zh": "“编码的取值在 (0,\N{NO-BREAK SPACE}1) 之内”",
    },
    "question": {"en": "Which values does the positional encoding take?", "zh": "位置编码取哪些值？"},
    "intro": {
        "en": (
            "Sines and cosines lie between −1 and 1, both ends included: position 0 has zeros and ones, and "
            "some values are negative. The slow dimensions hardly leave 0 and 1 in short sentences, which "
            "may be where the claim comes from. Nothing here is a probability."
        ),
        "zh": (
            "正弦和余弦的值在 −1 到 1 之间，包括两端：位置 0 的值是 0 和 1，而且有一部分值是负的。在短句中，"
            "变化慢的维度几乎不离开 0 和 1，上述说法可能由此而来。这里没有任何值是概率。"
        ),
    },
    "look": {
        "en": "bars left of zero, and the two towers at 0 and 1: the slow sines and cosines.",
        "zh": "0 左侧的柱子，以及 0 和 1 处的两根高柱：后者来自变化慢的正弦和余弦。",
    },
    "d_model.label": {"en": "Width d_model", "zh": "宽度 d_model"},
    "length.label": {"en": "Positions", "zh": "位置数"},
    "chart": {"en": "Values of the encoding", "zh": "编码的取值分布"},
    "value": {"en": "value, from", "zh": "取值，区间起点"},
    "share": {"en": "share", "zh": "占比"},
    "number.negative": {"en": "Share of negative values", "zh": "负值的占比"},
    "number.least": {"en": "Smallest value", "zh": "最小值"},
    "number.most": {"en": "Largest value", "zh": "最大值"},
    "number.average": {"en": "Mean", "zh": "平均值"},
}
