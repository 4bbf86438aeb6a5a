"""Words of the lab of the cache, in Chinese."""

WORDS = {
    "title": "缓存节省了什么",
    "question": "为什么训练可以并行，而解码必须逐步进行？两步之间保存什么？",
    "formula": r"$N\,T\qquad\text{而不是}\qquad N\,\frac{T(T+1)}{2}$",
    "intro": (
        "训练时所有目标端词元都已知，一次前向计算就算出每一步。解码时必须等待每个词元。前面词元的键和值不会变化，"
        "因为没有词元看得到后面的词元：把它们存入缓存（cache），每层中每个只需计算一次。没有缓存，每生成一个词元，"
        "就要把整个前缀重算一遍。这里数的是解码器自注意力中的键（值的个数相同）；"
        "时间是当前模型的解码器在这台机器上的用时，各运行两次，取较快的一次。"
    ),
    "look": (
        "看两条线随长度增加而分开多远；即使有缓存，各步合计的用时仍比一次并行的前向计算长。模型小时，"
        "每一步的用时大多是固定开销，所以译文短时实测的节省可能很少。"
    ),
    "steps.label": "词元数 T",
    "layers.label": "层数 N",
    "counted": "翻译出 T 个词元所计算的键数",
    "tokens": "词元数 T",
    "keys": "键数",
    "measured": "用时，对这个译文的前 {tokens} 个词元",
    "ms": "毫秒",
    "parallel": "一次算完（训练）",
    "cached": "逐步，有缓存",
    "prefix": "逐步，无缓存",
    "number.cached": "有缓存时的键数",
    "number.prefix": "无缓存时的键数",
    "number.saved": "无缓存时是多少倍",
    "number.parallel_ms": "一次算完（毫秒）",
    "number.cached_ms": "逐步，有缓存（毫秒）",
    "number.prefix_ms": "逐步，无缓存（毫秒）",
}
