"""Words of the lab of the cache."""

WORDS = {
    "title": {"en": "What the cache saves", "zh": "缓存节省了什么"},
    "question": {
        "en": "Why is training parallel and decoding sequential, and what is kept between two steps?",
        "zh": "为什么训练可以并行，而解码必须逐步进行？两步之间保存什么？",
    },
    "formula": {
        "en": r"$N\,T\qquad\text{instead of}\qquad N\,\frac{T(T+1)}{2}$",
        "zh": r"$N\,T\qquad\text{而不是}\qquad N\,\frac{T(T+1)}{2}$",
    },
    "intro": {
        "en": (
            "In training all target tokens are known, and one pass computes every step. Decoding must wait for "
            "each token. Keys and values of earlier tokens do not change, because no token sees a later one: "
            "kept in a cache, each is computed once in each layer. Without a cache the whole beginning is "
            "computed again for every token. The counts are of keys (and as many values) in the decoder's "
            "self-attention; the times are of the loaded decoder on this machine, the better of two runs each."
        ),
        "zh": (
            "训练时所有目标端词元都已知，一次前向计算就算出每一步。解码时必须等待每个词元。前面词元的键和值不会变化，"
            "因为没有词元看得到后面的词元：把它们存入缓存（cache），每层中每个只需计算一次。没有缓存，每生成一个词元，"
            "就要把整个前缀重算一遍。这里数的是解码器自注意力中的键（值的个数相同）；"
            "时间是当前模型的解码器在这台机器上的用时，各运行两次，取较快的一次。"
        ),
    },
    "look": {
        "en": (
            "how far the two lines part with the length, and that the cached steps still take longer together "
            "than one parallel pass. In a small model each step is mostly overhead, so that the measured "
            "saving may be small for short outputs."
        ),
        "zh": (
            "看两条线随长度增加而分开多远；即使有缓存，各步合计的用时仍比一次并行的前向计算长。模型小时，"
            "每一步的用时大多是固定开销，所以译文短时实测的节省可能很少。"
        ),
    },
    "steps.label": {"en": "Tokens T", "zh": "词元数 T"},
    "layers.label": {"en": "Layers N", "zh": "层数 N"},
    "counted": {"en": "Keys computed for a translation of T tokens", "zh": "翻译出 T 个词元所计算的键数"},
    "tokens": {"en": "tokens T", "zh": "词元数 T"},
    "keys": {"en": "keys", "zh": "键数"},
    "measured": {
        "en": "Measured on the first {tokens} tokens of this translation",
        "zh": "用时，对这个译文的前 {tokens} 个词元",
    },
    "ms": {"en": "milliseconds", "zh": "毫秒"},
    "parallel": {"en": "one pass (training)", "zh": "一次算完（训练）"},
    "cached": {"en": "step by step, cached", "zh": "逐步，有缓存"},
    "prefix": {"en": "step by step, no cache", "zh": "逐步，无缓存"},
    "number.cached": {"en": "Keys with the cache", "zh": "有缓存时的键数"},
    "number.prefix": {"en": "Keys without", "zh": "无缓存时的键数"},
    "number.saved": {"en": "Times as many without", "zh": "无缓存时是多少倍"},
    "number.parallel_ms": {"en": "One pass (ms)", "zh": "一次算完（毫秒）"},
    "number.cached_ms": {"en": "Step by step with the cache (ms)", "zh": "逐步，有缓存（毫秒）"},
    "number.prefix_ms": {"en": "Step by step without (ms)", "zh": "逐步，无缓存（毫秒）"},
}
