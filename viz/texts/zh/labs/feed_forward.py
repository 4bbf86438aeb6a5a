"""Words of the lab of the feed-forward network, in Chinese."""

WORDS = {
    "title": "前馈网络",
    "question": "前馈网络在每个位置做什么？",
    "formula": (
        "$h=\\max(0,\\,xW_1+b_1)$\n"
        r"$\operatorname{FFN}(x)=hW_2+b_2$"
    ),
    "intro": (
        "同一个前馈网络（feed-forward network）分别作用于每个词元；只有注意力在词元之间传递信息。"
        "第一层把向量扩展到 $d_{ff}$ 个单元，ReLU 把负值置 0，第二层再把其余单元写出的内容加起来。"
        "如果一个单元在某个词元处的值大于 0，就说它在该处激活。"
    ),
    "look": (
        "蓝色柱子只有一根：扰动一个词元的输入后，前馈网络输出的其他各行都不变，而自注意力的行会变。在解码器中，"
        "由于有掩码，变化的只有该词元自己和后面词元的行。再看激活的单元是多还是少，"
        "以及某个单元是否只在某一类词元处激活。"
    ),
    "side.label": "编码器或解码器",
    "side.encoder": "编码器",
    "side.decoder": "解码器",
    "layer.label": "层",
    "token.label": "词元的位置",
    "token.info": "从 0 开始。",
    "moved": "扰动“{token}”的输入时各行的变化",
    "change": "变化 / 该行的范数",
    "feed_forward": "前馈网络",
    "attention": "该层的自注意力",
    "active": "在每个词元处激活的单元",
    "share": "占单元的比例",
    "often": "各单元激活的频率，统计 {count} 个词元",
    "rank": "单元，按频率从高到低",
    "fires": "占词元的比例",
    "strongest": "在“{token}”处最强的单元",
    "unit": "单元",
    "strength": "激活值",
    "top": "最强的词元",
    "reading": (
        "平均有 {active} 的单元在一个词元处激活。{units} 个单元中，有 {silent} 个在整个句子上从不激活；"
        "把模型的示例句子（至多六句）也算上，共 {count} 个词元，有 {dead} 个在所有词元上都不激活。"
    ),
    "number.units": "单元数",
    "number.active": "在一个词元处激活的单元，平均值",
    "number.silent": "在本句上从不激活的单元",
    "number.dead": "在本句和示例句子上从不激活的单元",
    "number.count": "本句和示例句子的词元数",
    "number.largest": "前馈网络输出中其他行的最大变化",
}
