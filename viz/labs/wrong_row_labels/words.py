"""Words of the mistake of wrong labels."""

WORDS = {
    "title": {"en": "Rows with the wrong token", "zh": "行标错了词元"},
    "question": {"en": "Which token does a row of cross-attention belong to?", "zh": "交叉注意力的一行属于哪个词元？"},
    "intro": {
        "en": (
            "A row of the decoder has two tokens: the one that it reads and the one that it predicts next. They "
            "are a step apart. A plot that does not say which of the two it names can be read a row off: a head "
            "that finds the source word of the next token then seems to translate the token before."
        ),
        "zh": (
            "解码器的一行对应两个词元：它读入的词元，和它接着预测的词元，二者相差一步。如果图上没有说明标的是哪一个，"
            "就可能读错一行：一个头找到的是下一个词元所对应的源端词，看上去却像在翻译前一个词元。"
        ),
    },
    "look": {
        "en": (
            "the same matrix twice, with labels one step apart. The table names both tokens for each row, and "
            "the source token with the largest weight. Which of the two fits better depends on the head."
        ),
        "zh": (
            "同一个矩阵画了两次，标签相差一步。表中列出每一行的两个词元，以及权重最大的源端词元。两种标法哪一种更合适，"
            "取决于头。"
        ),
    },
    "layer.label": {"en": "Layer", "zh": "层"},
    "head.label": {"en": "Head", "zh": "头"},
    "row.label": {"en": "Row", "zh": "行"},
    "key": {"en": "source token", "zh": "源端词元"},
    "read": {"en": "token read", "zh": "读入的词元"},
    "predicted": {"en": "token predicted", "zh": "预测的词元"},
    "table": {"en": "Each row with both of its tokens", "zh": "每一行和它的两个词元"},
    "step": {"en": "row", "zh": "行"},
    "looked": {"en": "largest weight on", "zh": "最大权重所在"},
    "reading": {
        "en": "Row {step} has its largest weight on “{looked}”. It reads “{read}” and predicts “{predicted}”.",
        "zh": "第 {step} 行的最大权重在“{looked}”上。它读入“{read}”，预测“{predicted}”。",
    },
    "number.weight": {"en": "Largest weight of the row", "zh": "该行的最大权重"},
}
