"""Words of the chapter on the scale of the scores (section 3.2.1)."""

WORDS = {
    "title": {
        "en": "Why the scores are scaled down",
        "zh": "得分为什么要缩小",
    },
    "text": {
        "en": (
            "A score is a sum of $d_k$ products. The more terms a sum has, the wider it spreads: if each product "
            "has variance 1, the sum has variance $d_k$. Think of coin tosses: after 4 the two "
            "sides are at most 4 apart, after 128 often 10 or more.\n"
            "Softmax turns such a gap into a landslide. On average one key gets nearly all the weight, the others "
            "nearly nothing: softmax is saturated. The gradient all but disappears: whatever the model changes, the "
            "weights stay as they are. It can no longer learn where to look.\n"
            "Dividing by $\\sqrt{d_k}$ brings the variance back to 1, however wide a head is. That is the whole "
            "meaning of “scaled” in scaled dot-product attention."
        ),
        "zh": (
            "得分是 $d_k$ 个乘积的和。项越多，和就分散得越开：如果每个乘积的方差是 1，和的方差就是 $d_k$。想象抛"
            "硬币：抛 4 次，正反面最多差 4 次；抛 128 次，常常相差 10 次以上。\n"
            "softmax 把这样的差距变成压倒性的优势。平均来看，一个键得到几乎全部权重，其他键几乎什么也得不到："
            "softmax 饱和了，梯度也就消失了：无论模型怎样改，权重都原地不动，再也学不会该往哪里看。\n"
            "除以 $\\sqrt{d_k}$，方差就回到 1，不管头有多宽。“缩放点积注意力”中的“缩放”，说的就是这件事。"
        ),
    },
    "do": {
        "en": "Move “Head width d_k” to 100 or more, and compare the two curves of the largest weight: averages over "
        "128 queries, of which the bars below show one.",
        "zh": "把“头的宽度 d_k”移到 100 或更大，比较最大权重的两条曲线：这是 128 个查询的平均，下方的条形是其中一个。",
    },
}
