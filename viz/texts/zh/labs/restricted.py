"""Words of the lab of restricted attention, in Chinese."""

WORDS = {
    "title": "受限注意力",
    "question": "如果每个词元只看得到自己的邻域，会失去什么？",
    "formula": r"$r\,n\,d\;\text{次运算，}\quad\text{从一端到另一端需要 }n/r\;\text{层}$",
    "intro": (
        "第 4 节提出，对很长的序列，注意力可以只看 r 个词元的邻域。运算量随 n 增长，而不是随 n² 增长；"
        "但信息从句子的一端传到另一端，需要好几层：一个词元在每边只看得到 (r − 1)/2 个相邻词元，所以下面的层数是 "
        "2(n − 1)/(r − 1)，向上取整。这里把带状区域叠加在当前句子的掩码上；在解码器中，带的上半部分本来就被屏蔽。"
    ),
    "look": "看仍然可见的单元格所占的比例，以及第一个词元与最后一个词元相隔的层数。",
    "kind.label": "自注意力",
    "kind.encoder": "编码器",
    "kind.decoder": "解码器",
    "r.label": "邻域 r",
    "r.info": "奇数：词元自身，加上两边同样多的词元。",
    "restricted": "受限",
    "unrestricted": "所有词元",
    "query": "查询",
    "key": "键",
    "never": "永远到不了",
    "open": "可以关注",
    "closed": "不可关注",
    "number.cells": "可见的单元格，受限",
    "number.all": "可见的单元格，所有词元",
    "number.share": "比例",
    "number.layers": "从第一个词元到最后一个词元的层数",
}
