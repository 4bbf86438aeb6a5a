"""Words of the mistake of a mask that is too small."""

WORDS = {
    "title": {"en": "1e-9 for −1e9", "zh": "把 −1e9 写成 1e-9"},
    "question": {"en": "How much does a score of 1e-9 hide?", "zh": "得分 1e-9 能屏蔽多少？"},
    "intro": {
        "en": (
            "A masked score must be so low that its exponential is nothing. Written without the first minus "
            "sign, 1e-9 is a score of practically 0: an ordinary one, often larger than the real scores. The "
            "decoder then sees the tokens that it must predict, the training loss falls fast, and the "
            "model cannot translate. The scores are those of a head of the loaded model."
        ),
        "zh": (
            "被屏蔽的得分必须足够低，取指数后才等于 0。漏写前面的负号，1e-9 就是一个几乎为 0 的得分：它是普通的得分，"
            "往往比真实的得分还大。于是解码器看得到它要预测的词元，训练损失下降得很快，模型却不会翻译。"
            "这里的得分取自当前模型的一个头。"
        ),
    },
    "look": {
        "en": (
            "the weight that goes to the future as it is often written. Numbers such as −10 or −100 hide enough for "
            "usual "
            "scores, but a larger score defeats them."
        ),
        "zh": "错误写法中落在未来词元上的权重。−10 或 −100 这样的数对一般的得分足够，但遇到更大的得分就失效。",
    },
    "fill.label": {"en": "Score of masked keys", "zh": "被屏蔽的键的得分"},
    "fill.1e-9": {"en": "1e-9 (the mistake)", "zh": "1e-9（错误）"},
    "fill.-1": "−1",
    "fill.-10": "−10",
    "fill.-100": "−100",
    "fill.-1e9": "−1e9",
    "layer.label": {"en": "Layer", "zh": "层"},
    "head.label": {"en": "Head", "zh": "头"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "chart": {"en": "Weight on tokens of the future, as often written", "zh": "未来的词元上的权重，错误写法"},
    "weight": {"en": "weight", "zh": "权重"},
    "number.most": {"en": "Largest weight on the future", "zh": "未来的词元上的最大权重"},
    "number.mean": {"en": "Mean weight on the future", "zh": "未来的词元上的平均权重"},
}
