"""Words of the mistake of masking after the softmax, in Chinese."""

WORDS = {
    "title": "在 softmax 之后加掩码",
    "question": "如果不用掩码屏蔽得分，而是拿它去乘权重，会出什么错？",
    "formula": r"$\operatorname{softmax}(S)\odot M\;\neq\;\operatorname{softmax}(S+\log M)$",
    "intro": (
        "这时 softmax 已经把一部分权重分给了未来的词元。把它们置零，这部分权重就丢失了：各行之和不再是 1，"
        "靠前的词元几乎得不到权重，而丢失多少仍由未来的词元决定。"
    ),
    "look": "看错误写法各行的和：只有最后一行保住了全部权重。",
    "head.label": "头",
    "layer.label": "层",
    "query": "查询",
    "key": "键",
    "after": "softmax 之后加掩码",
    "before": "softmax 之前加掩码",
    "sums": "各行的权重之和",
    "sum": "和",
    "number.least": "softmax 之后加掩码时，各行之和的最小值",
    "number.lost": "平均丢失的权重",
}
