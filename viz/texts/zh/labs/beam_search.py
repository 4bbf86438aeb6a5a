"""Words of the lab of beam search, in Chinese."""

WORDS = {
    "title": "束搜索与长度惩罚",
    "question": "模型怎样在众多译文中选择？",
    "formula": r"$s(y)=\frac{\log P(y\mid x)}{lp(y)}\qquad lp(y)=\left(\frac{5+|y|}{6}\right)^{\alpha}$",
    "intro": (
        "贪心解码每步只保留概率最大的词元；束搜索（beam search）保留得分最高的几个前缀。每多一个词元，对数概率就更低，"
        "所以短的译文容易胜出；除以长度惩罚（length penalty）可以抵消这一点。搜索使用前面选定的束宽和 α；"
        "最后一个控件只对已完成的译文立即重新评分。"
    ),
    "look": (
        "用束宽 1（即贪心解码）做同样的搜索，看更宽的束是否找到得分更高的译文。改变得分的 α，名次可能变化，"
        "但不会出现新的译文。论文取束宽 4，α 为 0.6。"
    ),
    "beam.label": "束宽",
    "beam.info": "1 为贪心解码。",
    "alpha.label": "搜索的 α",
    "rescored.label": "下方得分的 α",
    "texts": "搜索的结果，按这个 α 从好到差",
    "table": "它们的得分",
    "found": "名次",
    "hypothesis": "译文",
    "tokens": "词元",
    "log_prob": "对数概率",
    "penalty": "长度惩罚",
    "score": "得分",
    "chart": "长度与对数概率；数字是搜索给出的名次",
    "number.best": "按这个 α 得分最高的译文",
    "number.score": "它的得分",
    "number.search_first": "搜索的第一名",
}
