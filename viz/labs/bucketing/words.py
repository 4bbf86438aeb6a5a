"""Words of the lab of bucketing."""

WORDS = {
    "title": {"en": "Buckets and padding", "zh": "分桶与填充"},
    "question": {
        "en": "How much of a batch is padding, and what does sorting do to the loss curve?",
        "zh": "一批中有多少是填充？按长度排序对损失曲线有什么影响？",
    },
    "formula": {
        "en": (
            r"$\text{padding}=1-\frac{\sum_b\sum_{s\in b}\text{length}_s}{\sum_b\text{rows}_b\cdot\max_{s\in "
            r"b}\text{length}_s}$"
        ),
        "zh": (
            r"$\text{填充}=1-\frac{\sum_b\sum_{s\in b}\text{长度}_s}{\sum_b\text{行数}_b\cdot\max_{s\in b}"
            r"\text{长度}_s}$"
        ),
    },
    "intro": {
        "en": (
            "Sentences of a batch are padded to the longest of them. Batches of similar lengths waste little; "
            "the paper batched sentence pairs by approximate length. If such batches are then taken in order of "
            "their length, each epoch runs from short sentences to long ones, and a loss that depends on the "
            "length draws a saw-tooth that has nothing to do with learning. Shuffled, the batches have the same "
            "losses without the period: an irregular jitter just as large, which shrinks only where a step takes "
            "several batches (gradient accumulation). "
            r"Lengths are drawn at random; the loss is not measured but a rule, $2+1.5/\sqrt{\text{mean "
            "length}}$, so that nothing in it is learning."
        ),
        "zh": (
            "一批中的句子都填充到其中最长句的长度。把长度相近的句子放在一批，浪费就少；论文按大致的长度组批。"
            "如果这些批再按长度的顺序依次使用，每一轮都从短句走到长句，与长度有关的损失就画出锯齿，而这与学习毫无关系。"
            "把各批打乱，损失还是那些数，只是没有了周期：锯齿变成同样大的无规律抖动；一步用几批（梯度累积），"
            "抖动才会变小。"
            r"长度是随机抽取的；损失不是测量所得，而是一条规则，$2+1.5/\sqrt{\text{平均长度}}$，"
            "所以其中没有任何学习。"
        ),
    },
    "look": {
        "en": (
            "the share of padding of both ways, the jump where the second epoch begins, and how much calmer the mean "
            "of "
            "several shuffled batches is. With a spread of 0 nothing of it is there."
        ),
        "zh": (
            "比较两种做法的填充比例，再看第二轮开始处的跳变，以及打乱后几批的平均值平稳了多少。"
            "离散程度为 0 时，这些都不出现。"
        ),
    },
    "middle.label": {"en": "Typical length (tokens)", "zh": "典型长度（词元）"},
    "spread.label": {"en": "Spread of the lengths", "zh": "长度的离散程度"},
    "spread.info": {"en": "Standard deviation of the logarithm.", "zh": "对数的标准差。"},
    "rows.label": {"en": "Sentences in a batch", "zh": "每批的句数"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "lengths": {"en": "Lengths of the 600 sentences", "zh": "600 个句子的长度"},
    "length": {"en": "tokens, from", "zh": "词元数，起点"},
    "sentences": {"en": "sentences", "zh": "句数"},
    "padding": {"en": "Share of padding", "zh": "填充的比例"},
    "random": {"en": "at random", "zh": "随机组批"},
    "bucketed": {"en": "similar lengths", "zh": "长度相近"},
    "share": {"en": "share", "zh": "比例"},
    "saw": {"en": "Loss by a rule of the length alone, two epochs", "zh": "只由长度按规则得出的损失，两轮"},
    "batch": {"en": "batch", "zh": "批"},
    "loss": {"en": "nats per token", "zh": "奈特/词元"},
    "epoch": {"en": "second epoch", "zh": "第二轮"},
    "sorted": {"en": "batches in order of length", "zh": "各批按长度排列"},
    "shuffled": {"en": "batches shuffled", "zh": "各批打乱"},
    "steps": {"en": "shuffled, {count} batches a step", "zh": "打乱，一步 {count} 批"},
    "number.random": {"en": "Padding, random batches", "zh": "填充，随机组批"},
    "number.bucketed": {"en": "Padding, batches of similar length", "zh": "填充，长度相近的批"},
    "number.batches": {"en": "Batches in an epoch", "zh": "每轮的批数"},
}
