"""Words of the lab of attention without projections."""

WORDS = {
    "title": "Q = K = V",
    "question": {
        "en": "Why does attention need projections, if vectors could be compared with themselves directly?",
        "zh": "向量可以直接与自身比较，注意力为什么还需要投影？",
    },
    "formula": r"$\operatorname{softmax}\left(\frac{XX^{\top}}{\sqrt{d}}\right)X$",
    "intro": {
        "en": (
            "Without projections the score of a vector with itself is its squared length, those with others are "
            "products of different directions. In high dimensions the first is by far the largest, so each "
            "vector attends to itself and the layer returns its input: the matrix collapses to the identity. "
            "Separate projections for queries and keys remove this preference. Vectors and projections here are "
            "random."
        ),
        "zh": (
            "没有投影，一个向量与自身的得分就是它的长度的平方，与其他向量的得分则是不同方向的向量的乘积。在高维空间中，"
            "前者远大于后者，所以每个向量只关注自己，这一层原样返回输入：矩阵退化为单位矩阵。查询和键各用自己的投影，"
            "就消除了这种偏向。这里的向量和投影都是随机的。"
        ),
    },
    "look": {
        "en": (
            "the diagonal. It grows with the width and with the size of the vectors; with projections it does not "
            "stand out."
        ),
        "zh": "对角线：宽度越大、向量越大，它就越强；用了投影，它与其他位置就没有区别。",
    },
    "width.label": {"en": "Width", "zh": "宽度"},
    "size.label": {"en": "Size of the components", "zh": "分量的大小"},
    "size.info": {"en": "Their standard deviation.", "zh": "分量的标准差。"},
    "count.label": {"en": "Vectors", "zh": "向量数"},
    "projected.label": {"en": "With random projections", "zh": "使用随机投影"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "without": {"en": "Weights without projections", "zh": "没有投影时的权重"},
    "with": {"en": "Weights with projections for queries and keys", "zh": "查询和键各有投影时的权重"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "number.diagonal": {"en": "Mean weight of a vector on itself", "zh": "向量给自身的平均权重"},
    "number.uniform": {"en": "Weight if all were equal", "zh": "全部相等时的权重"},
    "number.length": {"en": "Mean length of the vectors", "zh": "向量的平均长度"},
    "number.alike": {"en": "Mean cosine of output and input", "zh": "输出与输入的平均余弦"},
}
