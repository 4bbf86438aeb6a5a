"""Words of the lab of restricted attention."""

WORDS = {
    "title": {"en": "Restricted attention", "zh": "受限注意力"},
    "question": {
        "en": "What is lost if each token sees only its neighbourhood?",
        "zh": "如果每个词元只看得到自己的邻域，会失去什么？",
    },
    "formula": {
        "en": r"$r\,n\,d\;\text{operations}\qquad n/r\;\text{layers from end to end}$",
        "zh": r"$r\,n\,d\;\text{次运算，}\quad\text{从一端到另一端需要 }n/r\;\text{层}$",
    },
    "intro": {
        "en": (
            "Section 4 suggests attention to a neighbourhood of r tokens for very long sequences. Work grows "
            "with n instead of n², but information needs several layers from one end of the sentence to the "
            "other: a token sees (r − 1)/2 neighbours on each side, so that the count below is 2(n − 1)/(r − 1), "
            "rounded up. Here the band lies over the mask of the sentence at hand; in the decoder its upper half "
            "is closed anyway."
        ),
        "zh": (
            "第 4 节提出，对很长的序列，注意力可以只看 r 个词元的邻域。运算量随 n 增长，而不是随 n² 增长；"
            "但信息从句子的一端传到另一端，需要好几层：一个词元在每边只看得到 (r − 1)/2 个相邻词元，所以下面的层数是 "
            "2(n − 1)/(r − 1)，向上取整。这里把带状区域叠加在当前句子的掩码上；在解码器中，带的上半部分本来就被屏蔽。"
        ),
    },
    "look": {
        "en": "the share of cells that stay open, against the layers that the last token is away from the first.",
        "zh": "看仍然可见的单元格所占的比例，以及第一个词元与最后一个词元相隔的层数。",
    },
    "kind.label": {"en": "Self-attention", "zh": "自注意力"},
    "kind.encoder": {"en": "Encoder", "zh": "编码器"},
    "kind.decoder": {"en": "Decoder", "zh": "解码器"},
    "r.label": {"en": "Neighbourhood r", "zh": "邻域 r"},
    "r.info": {
        "en": "Odd: the token itself and as many on both sides.",
        "zh": "奇数：词元自身，加上两边同样多的词元。",
    },
    "restricted": {"en": "Restricted", "zh": "受限"},
    "unrestricted": {"en": "All tokens", "zh": "所有词元"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "never": {"en": "never", "zh": "永远到不了"},
    "open": {"en": "may attend", "zh": "可以关注"},
    "closed": {"en": "may not", "zh": "不可关注"},
    "number.cells": {"en": "Open cells, restricted", "zh": "可见的单元格，受限"},
    "number.all": {"en": "Open cells, all tokens", "zh": "可见的单元格，所有词元"},
    "number.share": {"en": "Share", "zh": "比例"},
    "number.layers": {"en": "Layers from the first token to the last", "zh": "从第一个词元到最后一个词元的层数"},
}
