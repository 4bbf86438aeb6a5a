"""Words of the lab of Table 1."""

WORDS = {
    "title": {"en": "Table 1", "zh": "表 1：各类层的复杂度"},
    "question": {
        "en": "What does self-attention cost, against recurrent and convolutional layers?",
        "zh": "与循环层和卷积层相比，自注意力的计算量如何？",
    },
    "formula": r"$n^{2}d\qquad n\,d^{2}\qquad k\,n\,d^{2}\qquad r\,n\,d$",
    "intro": {
        "en": (
            "Table 1 counts the order of operations in a layer, the operations that must follow one another, and "
            "the longest path between two tokens. Self-attention needs fewer operations than a recurrent layer "
            "as long as the sentence is shorter than the width, n < d, one sequential step, and a path of 1. The "
            "numbers are the table's orders with all constants left out, so only their growth and crossings mean "
            "something."
        ),
        "zh": (
            "表 1 给出一层的运算量、必须依次进行的运算数，以及两个词元之间的最长路径，都只论数量级。只要句子短于宽度，"
            "即 n < d，自注意力的运算就比循环层少；它的顺序操作只有一步，路径为 1。这里的数是表中的数量级，"
            "略去了所有常数，所以只有增长的快慢和交点有意义。"
        ),
    },
    "look": {
        "en": (
            "the crossing of attention and recurrence at n = d, and the slopes: 2 for attention, 1 for recurrence "
            "and convolution. Restricted attention has 2 up to n = r, where it sees all tokens, then 1."
        ),
        "zh": (
            "注意力与循环层在 n = d 处相交；再看斜率：注意力为 2，循环层和卷积层为 1；受限注意力在 n = r "
            "之前看得到所有词元，斜率为 2，之后为 1。"
        ),
    },
    "n.label": {"en": "Tokens n", "zh": "词元数 n"},
    "n.info": {"en": "Begins at the sentence at hand.", "zh": "初始值取自当前的句子。"},
    "d.label": {"en": "Width d", "zh": "宽度 d"},
    "r.label": {"en": "Neighbourhood r", "zh": "邻域 r"},
    "r.info": {"en": "Of restricted self-attention.", "zh": "受限自注意力的邻域。"},
    "k.label": {"en": "Kernel k", "zh": "卷积核 k"},
    "k.info": {
        "en": "Of the convolution; dilated, as the path says.",
        "zh": "卷积核的宽度；“最长路径”一栏按空洞卷积计算。",
    },
    "chart": {"en": "Order of operations against the length", "zh": "运算量的数量级随长度的变化"},
    "tokens": {"en": "tokens n", "zh": "词元数 n"},
    "operations": {"en": "operations", "zh": "运算量"},
    "table": {"en": "Table 1 for these numbers", "zh": "按这些数算出的表 1"},
    "layer": {"en": "layer", "zh": "层"},
    "sequential": {"en": "sequential", "zh": "顺序操作"},
    "path": {"en": "longest path", "zh": "最长路径"},
    "attention": {"en": "self-attention", "zh": "自注意力"},
    "recurrent": {"en": "recurrent", "zh": "循环层"},
    "convolution": {"en": "convolution", "zh": "卷积层"},
    "restricted": {"en": "restricted self-attention", "zh": "受限自注意力"},
    "reading.less": {
        "en": "Here n < d: self-attention needs fewer operations than a recurrent layer.",
        "zh": "这里 n < d：自注意力的运算比循环层少。",
    },
    "reading.more": {
        "en": "Here n ≥ d: self-attention needs at least as many operations as a recurrent layer.",
        "zh": "这里 n ≥ d：自注意力的运算不比循环层少。",
    },
    "number.ratio": {"en": "Self-attention over recurrent: n / d", "zh": "自注意力与循环层之比：n / d"},
    "number.crossing": {"en": "They cross at n =", "zh": "二者相交处的 n"},
}
