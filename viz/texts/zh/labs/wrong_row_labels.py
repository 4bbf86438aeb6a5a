"""Words of the mistake of wrong labels, in Chinese."""

WORDS = {
    "title": "行标错了词元",
    "question": "交叉注意力的一行属于哪个词元？",
    "intro": (
        "解码器的一行对应两个词元：它读入的词元，和它接着预测的词元，二者相差一步。如果图上没有说明标的是哪一个，"
        "就可能读错一行：一个头找到的是下一个词元所对应的源端词，看上去却像在翻译前一个词元。"
    ),
    "look": (
        "同一个矩阵画了两次，标签相差一步。表中列出每一行的两个词元，以及权重最大的源端词元。两种标法哪一种更合适，"
        "取决于头。"
    ),
    "layer.label": "层",
    "head.label": "头",
    "row.label": "行",
    "key": "源端词元",
    "read": "读入的词元",
    "predicted": "预测的词元",
    "table": "每一行和它的两个词元",
    "step": "行",
    "looked": "最大权重所在",
    "reading": "第 {step} 行的最大权重在“{looked}”上。它读入“{read}”，预测“{predicted}”。",
    "number.weight": "该行的最大权重",
}
