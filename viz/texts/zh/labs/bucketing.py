"""Words of the lab of bucketing, in Chinese."""

WORDS = {
    "title": "分桶与填充",
    "question": "一批中有多少是填充？按长度排序对损失曲线有什么影响？",
    "formula": (
        r"$\text{填充}=1-\frac{\sum_b\sum_{s\in b}\text{长度}_s}{\sum_b\text{行数}_b\cdot\max_{s\in b}"
        r"\text{长度}_s}$"
    ),
    "intro": (
        "一批中的句子都填充到其中最长句的长度。把长度相近的句子放在一批，浪费就少；论文按大致的长度组批。"
        "如果这些批再按长度的顺序依次使用，每一轮都从短句走到长句，与长度有关的损失就画出锯齿，而这与学习毫无关系。"
        "把各批打乱，损失还是那些数，只是没有了周期：锯齿变成同样大的无规律抖动；一步用几批（梯度累积），抖动才会变小。"
        r"长度是随机抽取的；损失不是测量所得，而是一条规则，$2+1.5/\sqrt{\text{平均长度}}$，"
        "所以其中没有任何学习。"
    ),
    "look": (
        "比较两种做法的填充比例，再看第二轮开始处的跳变，以及打乱后几批的平均值平稳了多少。"
        "离散程度为 0 时，这些都不出现。"
    ),
    "middle.label": "典型长度（词元）",
    "spread.label": "长度的离散程度",
    "spread.info": "对数的标准差。",
    "rows.label": "每批的句数",
    "seed.label": "随机种子",
    "lengths": "600 个句子的长度",
    "length": "词元数，起点",
    "sentences": "句数",
    "padding": "填充的比例",
    "random": "随机组批",
    "bucketed": "长度相近",
    "share": "比例",
    "saw": "只由长度按规则得出的损失，两轮",
    "batch": "批",
    "loss": "奈特/词元",
    "epoch": "第二轮",
    "sorted": "各批按长度排列",
    "shuffled": "各批打乱",
    "steps": "打乱，一步 {count} 批",
    "number.random": "填充，随机组批",
    "number.bucketed": "填充，长度相近的批",
    "number.batches": "每轮的批数",
}
