"""Words of the lab of masks, in Chinese."""

WORDS = {
    "title": "掩码",
    "question": "一个词元可以关注哪些词元？",
    "formula": (
        r"$\operatorname{softmax}\left(\frac{QK^{\top}}{\sqrt{d_k}}+M\right)V\qquad "
        r"M_{qk}=\begin{cases}0&\text{可以关注}\\-\infty&\text{不可关注}\end{cases}$"
    ),
    "intro": (
        "一个批（batch）中的句子长短不一；短句用填充（padding）补齐，任何词元都不可关注填充。"
        "解码器也不可关注尚待预测的词元。第一个句子就是刚才翻译的句子；第二个句子也由模型翻译，因为解码器也要有输入。"
    ),
    "look": (
        "空白的单元格是查询看不到的键。填充掩码屏蔽整列，因果掩码屏蔽对角线以上的部分；只要其中一个屏蔽了某个单元格，"
        "解码器就屏蔽它。"
    ),
    "where.label": "注意力",
    "where.decoder": "解码器：自注意力",
    "where.encoder": "编码器：自注意力",
    "where.cross": "交叉注意力",
    "sentence.label": "批中的句子",
    "sentence.shorter": "较短的，有填充",
    "sentence.longer": "较长的",
    "other.label": "批中的第二个句子",
    "other.info": "长度不同，这样才有填充。",
    "mask.padding": "填充掩码",
    "mask.causal": "因果掩码",
    "mask.combined": "两者合用",
    "does.padding": "屏蔽所有的 <pad>",
    "does.causal": "屏蔽后面的词元",
    "does.combined": "解码器实际使用的掩码",
    "does.encoder": "填充掩码：对每个词元屏蔽 <pad>",
    "does.cross": "源语言的填充掩码：对每个目标端词元屏蔽 <pad>",
    "query": "查询",
    "key": "键",
    "reading.decoder": (
        "填充：<pad> 所在的列在每一行都被屏蔽；只有这个掩码，还遮不住未来。因果：词元只看得到自己和前面的词元，"
        "因此无法照抄它要预测的内容。解码器的自注意力两者都用。"
    ),
    "reading.encoder": "<pad> 所在的列在每一行都被屏蔽。模型只保存这样一行，供所有查询和头使用。",
    "reading.cross": "每个目标端词元都可以看到整个源语言句子，包括靠后的词元，但看不到 <pad>。",
    "no_padding": "这里两个句子一样长，所以没有填充：请输入更短或更长的句子。",
    "open": "可以关注",
    "closed": "不可关注",
    "number.cells": "每个掩码的单元格数",
    "number.padding": "填充掩码屏蔽的单元格数",
    "number.causal": "因果掩码屏蔽的单元格数",
    "number.combined": "两者合用时屏蔽的单元格数",
    "number.closed": "屏蔽的单元格数",
}
