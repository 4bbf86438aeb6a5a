"""Words of the lab of far positions."""

WORDS = {
    "title": {"en": "Beyond the trained positions", "zh": "超出训练长度的位置"},
    "question": {
        "en": "Can a model read positions that its training never reached?",
        "zh": "训练中从未出现的位置，模型能处理吗？",
    },
    "intro": {
        "en": (
            "Section 3.5 hopes that sinusoids let the model extrapolate to longer sequences. Here the same "
            "sentence begins at position 1, 2, 4 and so on instead of 0, on one side or both, and the loaded "
            "model scores the same translation. The encoding can be computed for any position; whether the "
            "weights can use it is another matter."
        ),
        "zh": (
            "第 3.5 节期望，正弦位置编码能让模型外推到更长的序列。这里让同一个句子不从位置 0 开始，而从位置 1、2、"
            "4……开始，"
            "可以只移动一端，也可以两端都移动；当前模型给同一个译文评分。任何位置的编码都算得出来；权重能否使用它，"
            "则是另一回事。"
        ),
    },
    "look": {
        "en": (
            "how soon the perplexity rises. Trained sentences mostly begin at 0 and are short, so that even "
            "small offsets are unusual."
        ),
        "zh": "看困惑度多快开始上升。训练的句子大多从 0 开始，而且很短，所以即使小的偏移也不寻常。",
    },
    "side.label": {"en": "Moved", "zh": "移动的一端"},
    "side.both": {"en": "source and target", "zh": "源端和目标端"},
    "side.source": {"en": "source", "zh": "源端"},
    "side.target": {"en": "target", "zh": "目标端"},
    "chart": {
        "en": "Perplexity of the translation against the offset of its positions",
        "zh": "译文的困惑度随位置偏移的变化",
    },
    "offset": {"en": "first position", "zh": "第一个位置"},
    "perplexity": {"en": "perplexity", "zh": "困惑度"},
    "logs": {"en": "mean log-probability", "zh": "平均对数概率"},
    "number.here": {"en": "Perplexity from position 0", "zh": "从位置 0 开始的困惑度"},
    "number.far": {"en": "Perplexity from position 1,024", "zh": "从位置 1,024 开始的困惑度"},
}
