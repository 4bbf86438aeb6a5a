"""Words of the lab of beam search."""

WORDS = {
    "title": {"en": "Beam and length penalty", "zh": "束搜索与长度惩罚"},
    "question": {"en": "How does the model choose among many translations?", "zh": "模型怎样在众多译文中选择？"},
    "formula": r"$s(y)=\frac{\log P(y\mid x)}{lp(y)}\qquad lp(y)=\left(\frac{5+|y|}{6}\right)^{\alpha}$",
    "intro": {
        "en": (
            "Greedy search keeps the most probable token at each step, beam search the best few beginnings. "
            "Every token makes a log-probability lower, so that short translations tend to win; division by the "
            "length penalty works against that. The search runs with the beam and the alpha chosen first; the "
            "last control only scores its finished hypotheses again, at once."
        ),
        "zh": (
            "贪心解码每步只保留概率最大的词元；束搜索（beam search）保留得分最高的几个前缀。每多一个词元，"
            "对数概率就更低，"
            "所以短的译文容易胜出；除以长度惩罚（length penalty）可以抵消这一点。搜索使用前面选定的束宽和 α；"
            "最后一个控件只对已完成的译文立即重新评分。"
        ),
    },
    "look": {
        "en": (
            "the same search with beam 1, which is greedy, and whether a wider beam finds a translation with a "
            "higher score. With another alpha of the scores the order may change, but no hypothesis is added. "
            "The paper takes a beam of 4 and an alpha of 0.6."
        ),
        "zh": (
            "用束宽 1（即贪心解码）做同样的搜索，看更宽的束是否找到得分更高的译文。改变得分的 α，名次可能变化，"
            "但不会出现新的译文。论文取束宽 4，α 为 0.6。"
        ),
    },
    "beam.label": {"en": "Beam", "zh": "束宽"},
    "beam.info": {"en": "1 is greedy search.", "zh": "1 为贪心解码。"},
    "alpha.label": {"en": "Alpha of the search", "zh": "搜索的 α"},
    "rescored.label": {"en": "Alpha of the scores below", "zh": "下方得分的 α"},
    "texts": {"en": "What the search found, best first with this alpha", "zh": "搜索的结果，按这个 α 从好到差"},
    "table": {"en": "Their scores", "zh": "它们的得分"},
    "found": {"en": "place", "zh": "名次"},
    "hypothesis": {"en": "translation", "zh": "译文"},
    "tokens": {"en": "tokens", "zh": "词元"},
    "log_prob": {"en": "log-probability", "zh": "对数概率"},
    "penalty": {"en": "length penalty", "zh": "长度惩罚"},
    "score": {"en": "score", "zh": "得分"},
    "chart": {
        "en": "Length and log-probability; numbers are the places that the search gave",
        "zh": "长度与对数概率；数字是搜索给出的名次",
    },
    "number.best": {"en": "Best with this alpha", "zh": "按这个 α 得分最高的译文"},
    "number.score": {"en": "Its score", "zh": "它的得分"},
    "number.search_first": {"en": "Best of the search", "zh": "搜索的第一名"},
}
