"""Words of the lab of masks."""

WORDS = {
    "title": {"en": "Masks", "zh": "掩码"},
    "question": {"en": "Which tokens may a token attend to?", "zh": "一个词元可以关注哪些词元？"},
    "formula": {
        "en": (
            r"$\operatorname{softmax}\left(\frac{QK^{\top}}{\sqrt{d_k}}+M\right)V\qquad "
            r"M_{qk}=\begin{cases}0&\text{may attend}\\-\infty&\text{may not}\end{cases}$"
        ),
        "zh": (
            r"$\operatorname{softmax}\left(\frac{QK^{\top}}{\sqrt{d_k}}+M\right)V\qquad "
            r"M_{qk}=\begin{cases}0&\text{可以关注}\\-\infty&\text{不可关注}\end{cases}$"
        ),
    },
    "intro": {
        "en": (
            "A batch holds sentences of different lengths; the shorter ones are filled with padding, which no "
            "token may attend to. The decoder must not attend to tokens that it has yet to predict either. The "
            "first sentence is the one that you translated; the model translates the second as well, because its "
            "decoder needs something to read."
        ),
        "zh": (
            "一个批（batch）中的句子长短不一；短句用填充（padding）补齐，任何词元都不可关注填充。"
            "解码器也不可关注尚待预测的词元。第一个句子就是刚才翻译的句子；第二个句子也由模型翻译，"
            "因为解码器也要有输入。"
        ),
    },
    "look": {
        "en": (
            "blank cells: keys that a query may not see. The padding mask closes whole columns, the causal mask all "
            "that lies above the diagonal, and the decoder closes a cell that either of them closes."
        ),
        "zh": (
            "空白的单元格是查询看不到的键。填充掩码屏蔽整列，因果掩码屏蔽对角线以上的部分；"
            "只要其中一个屏蔽了某个单元格，"
            "解码器就屏蔽它。"
        ),
    },
    "where.label": {"en": "Attention", "zh": "注意力"},
    "where.decoder": {"en": "Decoder: self-attention", "zh": "解码器：自注意力"},
    "where.encoder": {"en": "Encoder: self-attention", "zh": "编码器：自注意力"},
    "where.cross": {"en": "Cross-attention", "zh": "交叉注意力"},
    "sentence.label": {"en": "Sentence of the batch", "zh": "批中的句子"},
    "sentence.shorter": {"en": "shorter, with padding", "zh": "较短的，有填充"},
    "sentence.longer": {"en": "longer", "zh": "较长的"},
    "other.label": {"en": "Second sentence of the batch", "zh": "批中的第二个句子"},
    "other.info": {"en": "Of another length, so that there is padding.", "zh": "长度不同，这样才有填充。"},
    "mask.padding": {"en": "Padding mask", "zh": "填充掩码"},
    "mask.causal": {"en": "Causal mask", "zh": "因果掩码"},
    "mask.combined": {"en": "Both together", "zh": "两者合用"},
    "does.padding": {"en": "hides <pad> from all", "zh": "屏蔽所有的 <pad>"},
    "does.causal": {"en": "hides what comes later", "zh": "屏蔽后面的词元"},
    "does.combined": {"en": "used by the decoder", "zh": "解码器实际使用的掩码"},
    "does.encoder": {"en": "Padding mask: hides <pad> from every token", "zh": "填充掩码：对每个词元屏蔽 <pad>"},
    "does.cross": {
        "en": "Padding mask of the source: hides <pad> from every target token",
        "zh": "源语言的填充掩码：对每个目标端词元屏蔽 <pad>",
    },
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "reading.decoder": {
        "en": (
            "Padding: the columns of <pad> are closed in every row; this mask alone does not hide the future. The "
            "start symbol stays open, even in models whose start symbol is <pad>. "
            "Causal: a token sees itself and earlier ones, so it cannot copy what it must predict. The decoder's "
            "self-attention uses both."
        ),
        "zh": (
            "填充：<pad> 所在的列在每一行都被屏蔽；只有这个掩码，还遮不住未来。"
            "起始符号始终可见，即使模型的起始符就是 <pad>。因果：词元只看得到自己和前面的词元，"
            "因此无法照抄它要预测的内容。解码器的自注意力两者都用。"
        ),
    },
    "reading.encoder": {
        "en": "Columns of <pad> are closed in every row. The model keeps one such row for all queries and heads.",
        "zh": "<pad> 所在的列在每一行都被屏蔽。模型只保存这样一行，供所有查询和头使用。",
    },
    "reading.cross": {
        "en": "Every target token may see the whole source, later tokens too, but no <pad>.",
        "zh": "每个目标端词元都可以看到整个源语言句子，包括靠后的词元，但看不到 <pad>。",
    },
    "no_padding": {
        "en": "Both sentences are equally long here, so there is no padding: type a shorter or longer one.",
        "zh": "这里两个句子一样长，所以没有填充：请输入更短或更长的句子。",
    },
    "open": {"en": "may attend", "zh": "可以关注"},
    "closed": {"en": "may not", "zh": "不可关注"},
    "number.cells": {"en": "Cells of each mask", "zh": "每个掩码的单元格数"},
    "number.padding": {"en": "Closed by the padding mask", "zh": "填充掩码屏蔽的单元格数"},
    "number.causal": {"en": "Closed by the causal mask", "zh": "因果掩码屏蔽的单元格数"},
    "number.combined": {"en": "Closed by both together", "zh": "两者合用时屏蔽的单元格数"},
    "number.closed": {"en": "Closed cells", "zh": "屏蔽的单元格数"},
}
