"""Words of the lab of parameters, in Chinese."""

WORDS = {
    "title": "各部分的参数",
    "question": "Transformer 的参数都在哪里？",
    "formula": (
        r"$V d+3N\left(4d^{2}+4d\right)\allowbreak{}+2N\left(2\,d\,d_{ff}+d_{ff}+d\right)"
        r"\allowbreak{}+10Nd$"
    ),
    "intro": (
        "词嵌入的参数随词表大小和宽度增长，每个注意力随宽度的平方增长，前馈子层随 d · d_ff 增长。"
        "解码器的一层有两个注意力，编码器的一层有一个。公式针对的情况是 h · d_k = d、post-norm、共享一张词嵌入表；"
        "本实验也会计算其他选择。如果处处都有偏置，并共享大小为 37,000 的词表，base 模型有 6310 万个参数，"
        "而表 3 给出的是 6500 万。"
    ),
    "look": "看哪一部分占主导。把模型变窄，词嵌入表占主导；变宽，前馈子层占主导。",
    "preset.label": "起始配置",
    "preset.loaded": "当前模型",
    "preset.base": "论文的 base 模型",
    "preset.big": "论文的 big 模型",
    "width.label": "宽度 ×",
    "width.info": "d_model、d_k 和 d_ff 一同改变。",
    "depth.label": "深度 ×",
    "words.label": "词表 ×",
    "chart": "各部分的参数量",
    "millions": "百万",
    "table": "具体数值",
    "part": "部分",
    "parameters": "参数量",
    "share": "占比",
    "tables": "词嵌入表",
    "positions": "可学习的位置编码",
    "encoder_attention": "编码器注意力",
    "decoder_attention": "解码器注意力",
    "cross_attention": "交叉注意力",
    "feed_forward": "前馈网络",
    "norms": "层归一化",
    "number.total": "参数总数",
    "number.d_model": "d_model",
    "number.d_ff": "d_ff",
    "number.layers": "编码器和解码器各自的层数",
    "number.vocabulary": "词表大小",
}
