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
        "解码器也不可关注尚待预测的词元。第一个句子就是刚才翻译的句子；第二个句子也由模型翻译，"
        "因为解码器需要有内容可读。"
    ),
    "look": "屏蔽的单元格（空白）：查询看不到的键。",
    "kind.label": "掩码",
    "kind.encoder": "编码器：填充",
    "kind.padding": "解码器：填充",
    "kind.causal": "解码器：因果",
    "kind.combined": "解码器：两者",
    "kind.cross": "交叉注意力：填充",
    "other.label": "批中的第二个句子",
    "other.info": "长度不同，这样才有填充。",
    "sentence": "批中的句子 {number}",
    "query": "查询",
    "key": "键",
    "reading.encoder": "<pad> 所在的列在每一行都被屏蔽。模型只保存这样一行，供所有查询和头使用。",
    "reading.padding": "<pad> 所在的列在每一行都被屏蔽；只有这个掩码，还遮不住未来。",
    "reading.causal": "阶梯形：词元只看得到自己和前面的词元，因此无法照抄它要预测的内容。",
    "reading.combined": "阶梯形，并且屏蔽 <pad> 所在的列：解码器的自注意力使用这个掩码。",
    "reading.cross": "每个目标端词元都可以看到整个源语言句子，包括靠后的词元，但看不到 <pad>。",
    "open": "可以关注",
    "closed": "不可关注",
    "number.open": "第一个句子中可见的单元格数",
    "number.closed": "第一个句子中被屏蔽的单元格数",
}
