"""Words of the mistake of unlimited context."""

WORDS = {
    "title": {"en": "Unlimited context", "zh": "无限的上下文"},
    "question": {
        "en": "Attention reaches every token. So is the length of a sentence unlimited?",
        "zh": "注意力能到达每个词元。那么句子的长度就没有限制吗？",
    },
    "formula": {"en": r"$\text{bytes}=4\,N\,h\,n^{2}$", "zh": r"$\text{字节数}=4\,N\,h\,n^{2}$"},
    "intro": {
        "en": (
            "Nothing in the formulas limits n, and one layer connects all pairs of tokens. But explicit "
            "attention keeps n² weights for each head of each layer, sinusoids at positions that training never "
            "reached are inputs that the weights have not learned to read, and a learned table ends. Fused "
            "attention does not keep the weights, but it still computes all of them."
        ),
        "zh": (
            "公式中没有任何东西限制 n，一层就连接所有的词元对。但显式计算的注意力要为每层的每个头保存 n² 个权重；"
            "训练从未到达的位置上的正弦编码，是权重没有学过的输入；可学习的位置表则长度有限。融合注意力（fused "
            "attention）不保存权重，但仍要把它们全部算出来。"
        ),
    },
    "look": {
        "en": (
            "the line of the weights, twice as steep as that of the states, and the length at which it meets the "
            "memory."
        ),
        "zh": "权重那条线的斜率是各层状态那条线的两倍；再看长度为多少时，它超过内存的上限。",
    },
    "power.label": {"en": "Length n, as a power of 2", "zh": "长度 n，2 的幂次"},
    "memory.label": {"en": "Memory (GiB)", "zh": "内存（GiB）"},
    "layers.label": {"en": "Layers N", "zh": "层数 N"},
    "chart": {"en": "Memory of one training sentence in float32", "zh": "训练一个句子所需的内存，float32"},
    "length": {"en": "tokens n", "zh": "词元数 n"},
    "gib": "GiB",
    "weights": {"en": "attention weights, explicit", "zh": "注意力权重，显式"},
    "states": {"en": "states of the layers", "zh": "各层的状态"},
    "chosen": "n",
    "limit": {"en": "limit of this model", "zh": "这个模型的上限"},
    "memory_line": "{memory} GiB",
    "reading.within": {
        "en": (
            "{n} tokens are within the {limit} that this model accepts. That says nothing about lengths that its "
            "training did not have."
        ),
        "zh": "{n} 个词元没有超过这个模型所接受的 {limit} 个。这并不说明它能处理训练中没有出现过的长度。",
    },
    "reading.beyond": {
        "en": "{n} tokens are beyond the {limit} that this model accepts.",
        "zh": "{n} 个词元超过了这个模型所接受的 {limit} 个。",
    },
    "number.n": {"en": "Tokens", "zh": "词元数"},
    "number.own": {"en": "Attention weights (GiB)", "zh": "注意力权重（GiB）"},
    "number.own_states": {"en": "States (GiB)", "zh": "状态（GiB）"},
    "number.fits": {
        "en": "Length at which the weights alone fill the memory (tokens)",
        "zh": "只存权重就占满内存的长度（词元）",
    },
    "number.limit": {"en": "Tokens that this model accepts", "zh": "这个模型所接受的词元数"},
}
