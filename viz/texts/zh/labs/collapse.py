"""Words of the lab of attention without projections, in Chinese."""

WORDS = {
    "title": "Q = K = V",
    "question": "向量可以直接与自身比较，注意力为什么还需要投影？",
    "formula": r"$\operatorname{softmax}\left(\frac{XX^{\top}}{\sqrt{d}}\right)X$",
    "intro": (
        "没有投影，一个向量与自身的得分就是它的长度的平方，与其他向量的得分则是不同方向的向量的乘积。在高维空间中，"
        "前者远大于后者，所以每个向量只关注自己，这一层原样返回输入：矩阵退化为单位矩阵。查询和键各用自己的投影，"
        "就消除了这种偏向。这里的向量和投影都是随机的。"
    ),
    "look": "对角线：宽度越大、向量越大，它就越强；用了投影，它与其他位置就没有区别。",
    "width.label": "宽度",
    "size.label": "分量的大小",
    "size.info": "分量的标准差。",
    "count.label": "向量数",
    "projected.label": "使用随机投影",
    "seed.label": "随机种子",
    "without": "没有投影时的权重",
    "with": "查询和键各有投影时的权重",
    "query": "查询",
    "key": "键",
    "number.diagonal": "向量给自身的平均权重",
    "number.uniform": "全部相等时的权重",
    "number.length": "向量的平均长度",
    "number.alike": "输出与输入的平均余弦",
}
