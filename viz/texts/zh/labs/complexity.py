"""Words of the lab of Table 1, in Chinese."""

WORDS = {
    "title": "表 1：各类层的复杂度",
    "question": "与循环层和卷积层相比，自注意力的计算量如何？",
    "formula": r"$n^{2}d\qquad n\,d^{2}\qquad k\,n\,d^{2}\qquad r\,n\,d$",
    "intro": (
        "表 1 给出一层的运算量、必须依次进行的运算数，以及两个词元之间的最长路径，都只论数量级。只要句子短于宽度，"
        "即 n < d，自注意力的运算就比循环层少；它的顺序操作只有一步，路径为 1。这里的数是表中的数量级，"
        "略去了所有常数，所以只有增长的快慢和交点有意义。"
    ),
    "look": (
        "注意力与循环层在 n = d 处相交；再看斜率：注意力为 2，循环层和卷积层为 1；受限注意力在 n = r "
        "之前看得到所有词元，斜率为 2，之后为 1。"
    ),
    "n.label": "词元数 n",
    "n.info": "初始值取自当前的句子。",
    "d.label": "宽度 d",
    "r.label": "邻域 r",
    "r.info": "受限自注意力的邻域。",
    "k.label": "卷积核 k",
    "k.info": "卷积核的宽度；“最长路径”一栏按空洞卷积计算。",
    "chart": "运算量的数量级随长度的变化",
    "tokens": "词元数 n",
    "operations": "运算量",
    "table": "按这些数算出的表 1",
    "layer": "层",
    "sequential": "顺序操作",
    "path": "最长路径",
    "attention": "自注意力",
    "recurrent": "循环层",
    "convolution": "卷积层",
    "restricted": "受限自注意力",
    "reading.less": "这里 n < d：自注意力的运算比循环层少。",
    "reading.more": "这里 n ≥ d：自注意力的运算不比循环层少。",
    "number.ratio": "自注意力与循环层之比：n / d",
    "number.crossing": "二者相交处的 n",
}
