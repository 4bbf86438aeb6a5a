"""Words of the mistake of unlimited context, in Chinese."""

WORDS = {
    "title": "无限的上下文",
    "question": "注意力能到达每个词元。那么句子的长度就没有限制吗？",
    "formula": r"$\text{字节数}=4\,N\,h\,n^{2}$",
    "intro": (
        "公式中没有任何东西限制 n，一层就连接所有的词元对。但显式计算的注意力要为每层的每个头保存 n² 个权重；"
        "训练从未到达的位置上的正弦编码，是权重没有学过的输入；可学习的位置表则长度有限。融合注意力（fused "
        "attention）不保存权重，但仍要把它们全部算出来。"
    ),
    "look": "权重那条线的斜率是各层状态那条线的两倍；再看长度为多少时，它超过内存的上限。",
    "power.label": "长度 n，2 的幂次",
    "memory.label": "内存（GiB）",
    "layers.label": "层数 N",
    "chart": "训练一个句子所需的内存，float32",
    "length": "词元数 n",
    "gib": "GiB",
    "weights": "注意力权重，显式",
    "states": "各层的状态",
    "chosen": "n",
    "limit": "这个模型的上限",
    "memory_line": "{memory} GiB",
    "reading.within": "{n} 个词元没有超过这个模型所接受的 {limit} 个。这并不说明它能处理训练中没有出现过的长度。",
    "reading.beyond": "{n} 个词元超过了这个模型所接受的 {limit} 个。",
    "number.n": "词元数",
    "number.own": "注意力权重（GiB）",
    "number.own_states": "状态（GiB）",
    "number.fits": "只存权重就占满内存的长度（词元）",
    "number.limit": "这个模型所接受的词元数",
}
