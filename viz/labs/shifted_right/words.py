"""Words of the lab of shifted outputs."""

WORDS = {
    "title": {"en": "Outputs (shifted right)", "zh": "输出（右移）"},
    "question": {
        "en": "What does the decoder read, what must it predict, and what if the shift is forgotten?",
        "zh": "解码器读入什么，必须预测什么？如果忘了右移，会怎样？",
    },
    "formula": r"$P(y\mid x)=\prod_{t=1}^{T}P(y_t\mid\langle s\rangle,y_1,\ldots,y_{t-1},x)$",
    "intro": {
        "en": (
            "Figure 1 feeds the decoder the outputs shifted right: a start symbol first, the last token left "
            "out. The labels are the same sentence without the start symbol, so each step has read every token "
            "before the one that it must predict. All steps are computed in one pass; the causal mask lets a "
            "step read its own position and earlier ones. Without the shift that includes the label itself, and "
            "a model could get by with copying."
        ),
        "zh": (
            "在图 1 中，送入解码器的是右移的输出：最前面加起始符号，去掉最后一个词元。标签是同一个句子，没有起始符号，"
            "所以每一步都已读入它要预测的词元之前的所有词元。所有步一次算完；因果掩码（causal "
            "mask）让一步只能读入自己和前面的位置。如果不右移，其中就包括标签本身，模型只要照抄就行了。"
        ),
    },
    "look": {
        "en": (
            "the framed cells, where a label is among the tokens that are read. With the shift they lie just "
            "above the diagonal, in the closed half (the last label is never read); without it they are open. "
            "The loaded model was trained with the shift and had no reason to learn to copy: the bars show what "
            "it makes of its own labels as input."
        ),
        "zh": (
            "带框的单元格：标签出现在读入的词元中的位置。右移之后，它们正好在对角线上方，"
            "属于被屏蔽的一半（最后一个标签从不读入）；不右移，它们就是可见的。当前模型训练时作了右移，"
            "没有理由学会照抄："
            "柱子显示，把标签本身作为输入，它会得出什么。"
        ),
    },
    "input.label": {"en": "Decoder input", "zh": "解码器输入"},
    "input.shifted": {"en": "shifted right", "zh": "右移"},
    "input.forgotten": {"en": "shift forgotten", "zh": "忘了右移"},
    "step.label": {"en": "Step", "zh": "步"},
    "aligned": {
        "en": "What the decoder reads, and below it what it must predict",
        "zh": "解码器读入的词元，下方是它必须预测的词元",
    },
    "mask": {
        "en": "What each step can read (filled), and where its own label is (framed)",
        "zh": "每一步能读入什么（填色），自己的标签在哪里（带框）",
    },
    "label": {"en": "must predict", "zh": "必须预测"},
    "read": {"en": "reads", "zh": "读入"},
    "probabilities": {"en": "Probability of each label, loaded model", "zh": "每个标签的概率，当前模型"},
    "probability": {"en": "probability", "zh": "概率"},
    "with_shift": {"en": "input shifted right", "zh": "输入右移"},
    "without_shift": {"en": "shift forgotten", "zh": "忘了右移"},
    "reading.shifted": {
        "en": "At step {step} the decoder has read up to “{read}” and must predict “{label}”, which the mask hides.",
        "zh": "在第 {step} 步，解码器已读到“{read}”，要预测的“{label}”被掩码屏蔽。",
    },
    "reading.forgotten": {
        "en": "At step {step} the decoder reads “{label}” and must predict “{label}”.",
        "zh": "在第 {step} 步，解码器读入“{label}”，又要预测“{label}”。",
    },
    "open": {"en": "can be read", "zh": "可以读到"},
    "closed": {"en": "hidden", "zh": "被屏蔽"},
    "number.steps": {"en": "Steps, computed in one pass", "zh": "步数，一次算完"},
    "number.in_sight": {"en": "Steps that can read their own label", "zh": "能读到自己的标签的步数"},
    "number.loss": {"en": "Mean loss, input shifted right (nats per label)", "zh": "平均损失，输入右移（奈特/标签）"},
    "number.loss_forgotten": {"en": "Mean loss, shift forgotten", "zh": "平均损失，忘了右移"},
}
