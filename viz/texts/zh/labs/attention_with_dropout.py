"""Words of the mistake of plotting with dropout, in Chinese."""

WORDS = {
    "title": "画图时没有关闭随机失活",
    "question": "如果在训练模式下、在随机失活之后记录注意力，看到的是什么？",
    "intro": (
        "有些代码保存的是随机失活（dropout）之后的权重。在训练模式下，这样的权重有空洞，其余的乘以 "
        "1/(1\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}p)，各行之和不再是 1，单个权重也可能超过 1。"
        "每次前向计算的空洞都不同，所以图上画的只是一次偶然的结果。正确的做法：用评估模式，或在随机失活之前记录权重。"
        "这里的权重来自当前模型；随机失活是在这里抽取的。"
    ),
    "look": "换一个随机种子，有的单元格消失，有的又重现，各行之和在 1 附近摆动。",
    "kind.label": "注意力",
    "kind.encoder": "编码器",
    "kind.decoder": "解码器",
    "kind.cross": "交叉",
    "layer.label": "层",
    "head.label": "头",
    "rate.label": "失活率 p",
    "seed.label": "随机种子",
    "query": "查询",
    "key": "键",
    "after": "随机失活之后",
    "before": "随机失活之前",
    "sums": "每行之和",
    "sum": "和",
    "number.least": "随机失活之后最小的行和",
    "number.most": "随机失活之后最大的行和",
    "number.largest": "随机失活之后的最大权重",
}
