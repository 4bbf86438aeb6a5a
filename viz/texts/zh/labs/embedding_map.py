"""Words of the lab of the map of embeddings, in Chinese."""

WORDS = {
    "title": "词嵌入的二维图",
    "question": "一个词与它的译词，词嵌入相似吗？",
    "formula": r"$\operatorname{cosine}(s,t)=\frac{E_s\cdot E_t}{\left\|E_s\right\|\left\|E_t\right\|}$",
    "intro": (
        "如果共享词嵌入表，源端词元和目标端词元就是同一个矩阵的行，可以比较余弦；如果两张表各自独立，"
        "它们的行没有共同的坐标，余弦就毫无意义。损失并不要求一个词与它的译词有相似的词嵌入。"
        "二维图是对两个句子的词元及其最近邻所作的主成分分析。哪些词元彼此对应，由交叉注意力读出：对所有头和层取平均，"
        "取权重最大的源端词元。这只是推测，有时会错。"
    ),
    "look": (
        "看二维图上对齐词元之间的短线，再用矩阵核对：二维图只保留了一部分距离信息，看上去很近的词元其实未必近。"
        "如果译词与原词的位置很近，带框的单元格就应当是所在列中最强的。"
    ),
    "token.label": "词元",
    "token.info": "在二维图上标出，优先显示其标签。",
    "neighbours.label": "每个词元的近邻数",
    "neighbours.info": "表中余弦最大的词元。",
    "pairs.label": "对齐词元之间的连线",
    "map": "两个主成分上的词嵌入",
    "component": "第 {number} 主成分：占方差的 {share}",
    "neighbour": "近邻",
    "source": "源端",
    "target": "译文",
    "both": "两边都有",
    "chosen": "选中的词元",
    "matrix": "余弦，每边至多 {most} 个词元：对齐的词元对加框，相同的行画斜线",
    "reading": (
        "对齐词元对的余弦平均为 {aligned}，其余词元对平均为 {others}。与其他源端词元相比，"
        "对齐的词元比其中 {below} 更近；50% 相当于随机水平。"
    ),
    "number.aligned": "对齐词元对的平均余弦",
    "number.others": "其余源端与目标端词元对的平均余弦",
    "number.below": "不如对齐词元相似的其他源端词元所占比例",
    "number.count": "对齐词元对数，不计两边相同的词元",
    "number.kept": "二维图保留的方差",
}
