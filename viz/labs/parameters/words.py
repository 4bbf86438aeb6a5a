"""Words of the lab of parameters."""

WORDS = {
    "title": {"en": "Parameters by part", "zh": "各部分的参数"},
    "question": {"en": "Where are the parameters of a Transformer?", "zh": "Transformer 的参数都在哪里？"},
    "formula": (
        r"$V d+3N\left(4d^{2}+4d\right)\allowbreak{}+2N\left(2\,d\,d_{ff}+d_{ff}+d\right)"
        r"\allowbreak{}+10Nd$"
    ),
    "intro": {
        "en": (
            "The embedding grows with the vocabulary and the width, each attention with the square of the width, "
            "the feed-forward sub-layer with d · d_ff. A layer of the decoder has two attentions, one of the "
            "encoder has one. The formula is for h · d_k = d, post-norm and one tied table; the lab also counts "
            "other choices. With biases everywhere and a tied vocabulary of 37,000 the base model has 63.1 "
            "million parameters, against 65 million in Table 3."
        ),
        "zh": (
            "词嵌入的参数随词表大小和宽度增长，每个注意力随宽度的平方增长，前馈子层随 d · d_ff 增长。"
            "解码器的一层有两个注意力，编码器的一层有一个。公式针对的情况是 h · d_k = d、post-norm、共享一张词嵌入表；"
            "本实验也会计算其他选择。如果处处都有偏置，并共享大小为 37,000 的词表，base 模型有 6310 万个参数，"
            "而表 3 给出的是 6500 万。"
        ),
    },
    "look": {
        "en": (
            "which part dominates. Make the model narrower: the table takes over; wider: the feed-forward sub-layers "
            "do."
        ),
        "zh": "看哪一部分占主导。把模型变窄，词嵌入表占主导；变宽，前馈子层占主导。",
    },
    "preset.label": {"en": "Begin with", "zh": "起始配置"},
    "preset.loaded": {"en": "the loaded model", "zh": "当前模型"},
    "preset.base": {"en": "the paper's base model", "zh": "论文的 base 模型"},
    "preset.big": {"en": "the paper's big model", "zh": "论文的 big 模型"},
    "width.label": {"en": "Width ×", "zh": "宽度 ×"},
    "width.info": {"en": "d_model, d_k and d_ff together.", "zh": "d_model、d_k 和 d_ff 一同改变。"},
    "depth.label": {"en": "Depth ×", "zh": "深度 ×"},
    "words.label": {"en": "Vocabulary ×", "zh": "词表 ×"},
    "chart": {"en": "Parameters by part", "zh": "各部分的参数量"},
    "millions": {"en": "millions", "zh": "百万"},
    "table": {"en": "The same in numbers", "zh": "具体数值"},
    "part": {"en": "part", "zh": "部分"},
    "parameters": {"en": "parameters", "zh": "参数量"},
    "share": {"en": "share", "zh": "占比"},
    "tables": {"en": "embedding tables", "zh": "词嵌入表"},
    "positions": {"en": "learned positions", "zh": "可学习的位置编码"},
    "encoder_attention": {"en": "encoder attention", "zh": "编码器注意力"},
    "decoder_attention": {"en": "decoder attention", "zh": "解码器注意力"},
    "cross_attention": {"en": "cross-attention", "zh": "交叉注意力"},
    "feed_forward": {"en": "feed-forward", "zh": "前馈网络"},
    "norms": {"en": "layer norms", "zh": "层归一化"},
    "number.total": {"en": "Parameters in all", "zh": "参数总数"},
    "number.d_model": "d_model",
    "number.d_ff": "d_ff",
    "number.layers": {
        "en": "Layers in each stack (encoder / decoder)",
        "zh": "层数（编码器 / 解码器）",
    },
    "number.vocabulary": {"en": "Vocabulary", "zh": "词表大小"},
}
