"""Words of the lab of shifted outputs, in Chinese."""

WORDS = {
    "title": "输出（右移）",
    "question": "解码器读入什么，必须预测什么？如果忘了右移，会怎样？",
    "formula": r"$P(y\mid x)=\prod_{t=1}^{T}P(y_t\mid\langle s\rangle,y_1,\ldots,y_{t-1},x)$",
    "intro": (
        "在图 1 中，送入解码器的是右移的输出：最前面加起始符号，去掉最后一个词元。标签是同一个句子，没有起始符号，"
        "所以每一步都已读入它要预测的词元之前的所有词元。所有步一次算完；因果掩码（causal "
        "mask）让一步只能读入自己和前面的位置。如果不右移，其中就包括标签本身，模型只要照抄就行了。"
    ),
    "look": (
        "带框的单元格：标签出现在读入的词元中的位置。右移之后，它们正好在对角线上方，"
        "属于被屏蔽的一半（最后一个标签从不读入）；不右移，它们就是可见的。当前模型训练时作了右移，没有理由学会照抄："
        "柱子显示，把标签本身作为输入，它会得出什么。"
    ),
    "input.label": "解码器输入",
    "input.shifted": "右移",
    "input.forgotten": "忘了右移",
    "step.label": "步",
    "aligned": "解码器读入的词元，下方是它必须预测的词元",
    "mask": "每一步能读入什么（填色），自己的标签在哪里（带框）",
    "label": "必须预测",
    "read": "读入",
    "probabilities": "每个标签的概率，当前模型",
    "probability": "概率",
    "with_shift": "输入右移",
    "without_shift": "忘了右移",
    "reading.shifted": "在第 {step} 步，解码器已读到“{read}”，要预测的“{label}”被掩码屏蔽。",
    "reading.forgotten": "在第 {step} 步，解码器读入“{label}”，又要预测“{label}”。",
    "open": "可以读到",
    "closed": "被屏蔽",
    "number.steps": "步数，一次算完",
    "number.in_sight": "能读到自己的标签的步数",
    "number.loss": "平均损失，输入右移（奈特/标签）",
    "number.loss_forgotten": "平均损失，忘了右移",
}
