"""Words of the lab of the feed-forward network."""

WORDS = {
    "title": {"en": "Feed-forward network", "zh": "前馈网络"},
    "question": {"en": "What does the feed-forward network do at each position?", "zh": "前馈网络在每个位置做什么？"},
    "formula": (
        "$h=\\max(0,\\,xW_1+b_1)$\n"
        r"$\operatorname{FFN}(x)=hW_2+b_2$"
    ),
    "intro": {
        "en": (
            "The same network is applied to each token by itself; only attention moves information between "
            "tokens. The first layer widens the vector to $d_{ff}$ units, ReLU sets negative ones to 0, and the "
            "second layer adds up what the remaining units write. A unit fires at a token if it is above 0 there."
        ),
        "zh": (
            "同一个前馈网络（feed-forward network）分别作用于每个词元；只有注意力在词元之间传递信息。"
            "第一层把向量扩展到 $d_{ff}$ 个单元，ReLU 把负值置 0，第二层再把其余单元写出的内容加起来。"
            "如果一个单元在某个词元处的值大于 0，就说它在该处激活。"
        ),
    },
    "look": {
        "en": (
            "one blue bar: the input of one token was disturbed, and no other row of the feed-forward output "
            "moved, while rows of the self-attention did. In the decoder these are only that of the token itself "
            "and later ones, because of its mask. Then see how few or many units fire, and whether a unit fires "
            "at tokens of one sort."
        ),
        "zh": (
            "蓝色柱子只有一根：扰动一个词元的输入后，前馈网络输出的其他各行都不变，而自注意力的行会变。在解码器中，"
            "由于有掩码，变化的只有该词元自己和后面词元的行。再看激活的单元是多还是少，"
            "以及某个单元是否只在某一类词元处激活。"
        ),
    },
    "side.label": {"en": "Stack", "zh": "编码器或解码器"},
    "side.encoder": {"en": "Encoder", "zh": "编码器"},
    "side.decoder": {"en": "Decoder", "zh": "解码器"},
    "layer.label": {"en": "Layer", "zh": "层"},
    "token.label": {"en": "Position of the token", "zh": "词元的位置"},
    "token.info": {"en": "From 0.", "zh": "从 0 开始。"},
    "moved": {
        "en": "Change of each row if the input of “{token}” is disturbed",
        "zh": "扰动“{token}”的输入时各行的变化",
    },
    "change": {"en": "change / norm of the row", "zh": "变化 / 该行的范数"},
    "feed_forward": {"en": "feed-forward", "zh": "前馈网络"},
    "attention": {"en": "self-attention of the layer", "zh": "该层的自注意力"},
    "active": {"en": "Units that fire at each token", "zh": "在每个词元处激活的单元"},
    "share": {"en": "share of the units", "zh": "占单元的比例"},
    "often": {"en": "How often each unit fires, over {count} tokens", "zh": "各单元激活的频率，统计 {count} 个词元"},
    "rank": {"en": "units, the most frequent first", "zh": "单元，按频率从高到低"},
    "fires": {"en": "share of tokens", "zh": "占词元的比例"},
    "strongest": {"en": "Strongest units at “{token}”", "zh": "在“{token}”处最强的单元"},
    "unit": {"en": "unit", "zh": "单元"},
    "strength": {"en": "activation", "zh": "激活值"},
    "top": {"en": "strongest at", "zh": "最强的词元"},
    "reading": {
        "en": (
            "On average {active} of the units fire at a token. Of {units} units, {silent} are silent on the "
            "whole sentence, and {dead} on all {count} tokens of this sentence and of at most six of the model's "
            "example sentences."
        ),
        "zh": (
            "平均有 {active} 的单元在一个词元处激活。{units} 个单元中，有 {silent} 个在整个句子上从不激活；"
            "把模型的示例句子（至多六句）也算上，共 {count} 个词元，有 {dead} 个在所有词元上都不激活。"
        ),
    },
    "number.units": {"en": "Units", "zh": "单元数"},
    "number.active": {"en": "Units that fire at a token, on average", "zh": "在一个词元处激活的单元，平均值"},
    "number.silent": {"en": "Units that never fire on this sentence", "zh": "在本句上从不激活的单元"},
    "number.dead": {
        "en": "Units that never fire on this sentence and the examples",
        "zh": "在本句和示例句子上从不激活的单元",
    },
    "number.count": {"en": "Tokens of this sentence and the examples", "zh": "本句和示例句子的词元数"},
    "number.largest": {
        "en": "Largest change of another row of the feed-forward output",
        "zh": "前馈网络输出中其他行的最大变化",
    },
}
