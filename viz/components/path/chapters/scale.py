"""Words of the chapter on the scale of the scores (section 3.2.1)."""

WORDS = {
    "title": {
        "en": "Why the scores are scaled down",
        "zh": "得分为什么要缩小",
    },
    "text": {
        "en": (
            "A score is a sum of $d_k$ products. The more terms a sum has, the wider it spreads: if each product "
            "has variance 1, the sum has variance $d_k$. Think of a vote in which everyone may shout: with 4 "
            "people the result is balanced, with 128 the loudest side always wins by a landslide.\n"
            "Softmax exaggerates a landslide. One key gets nearly all the weight, the others nearly nothing, and "
            "the gradient all but disappears: whatever the model changes, the weights stay as they are. It can no "
            "longer learn where to look.\n"
            "Dividing by $\\sqrt{d_k}$ brings the variance back to 1, however wide a head is. That is the whole "
            "meaning of “scaled” in scaled dot-product attention."
        ),
        "zh": (
            "得分是 $d_k$ 个乘积的和。项越多，和就分散得越开：如果每个乘积的方差是 1，和的方差就是 $d_k$。想象一次"
            "可以大声喊叫的表决：4 个人时结果还算均衡，128 个人时，声音大的一方总是以压倒多"
            "数获胜。\n"
            "softmax 会放大这种压倒性的优势。一个键得到几乎全部权重，其他键几乎什么也得不到，梯度也就消失了：无论模"
            "型怎样改，权重都原地不动，再也学不会该往哪里看。\n"
            "除以 $\\sqrt{d_k}$，方差就回到 1，不管头有多宽。“缩放点积注意力”中的“缩放”，说的就是这件事。"
        ),
    },
    "do": {
        "en": "Move “Head width d_k” to 100 or more, and compare the two curves.",
        "zh": "把“头的宽度 d_k”移到 100 或更大，比较两条曲线。",
    },
}
