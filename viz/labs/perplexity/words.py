"""Words of the lab of perplexity."""

WORDS = {
    "title": {"en": "Perplexity and the smoothed loss", "zh": "困惑度与平滑损失"},
    "question": {"en": "Is the perplexity the exponential of the training loss?", "zh": "困惑度等于训练损失的指数吗？"},
    "formula": (
        r"$PPL=\exp\left(-\frac{1}{T}\sum_t\ln p(y_t)\right)\qquad \ell_t=-(1-\epsilon)\ln "
        r"p(y_t)-\frac{\epsilon}{V}\sum_v\ln p(v)$"
    ),
    "intro": {
        "en": (
            "Perplexity is the exponential of the plain cross-entropy per token. With label smoothing, training "
            "minimises another loss, which also charges for the low probability of all other tokens. Its "
            "exponential is not a perplexity, unless ε is 0. A word has one or more tokens, so the perplexity "
            "per word is at least that per token: compare perplexities only if the tokens are the same."
        ),
        "zh": (
            "困惑度（perplexity）是每个词元的普通交叉熵的指数。使用标签平滑时，训练最小化的是另一种损失，"
            "它还会因其他所有词元的概率过低而增大。除非 ε 为 0，这种损失的指数不是困惑度。一个词含有一个或多个词元，"
            "所以按词计算的困惑度不低于按词元计算的困惑度：只有词元相同，困惑度才可以比较。"
        ),
    },
    "look": {
        "en": (
            "orange bars that stay high where the model is sure: a confident correct token still costs under "
            "smoothing. At ε = 0 both agree. The model chose this translation itself, so that its perplexity "
            "says little about a reference."
        ),
        "zh": (
            "模型很有把握的地方，橙色的柱子仍然很高：在平滑之下，置信度高的正确词元仍有损失。ε = 0 时两者一致。"
            "这个译文是模型自己选择的，所以它的困惑度几乎不能说明参考译文的困惑度。"
        ),
    },
    "epsilon.label": {"en": "Smoothing ε", "zh": "平滑系数 ε"},
    "epsilon.info": {"en": "0.1 in the paper.", "zh": "论文中为 0.1。"},
    "chart": {"en": "Loss of each token of the translation", "zh": "译文中每个词元的损失"},
    "nats": {"en": "nats", "zh": "奈特"},
    "plain": {"en": "plain cross-entropy", "zh": "普通交叉熵"},
    "smoothed": {"en": "smoothed", "zh": "平滑后"},
    "number.loss": {"en": "Plain cross-entropy per token (nats)", "zh": "每个词元的普通交叉熵（奈特）"},
    "number.perplexity": {"en": "Perplexity per token", "zh": "按词元计算的困惑度"},
    "number.smoothed_loss": {"en": "Smoothed loss per token (nats)", "zh": "每个词元的平滑损失（奈特）"},
    "number.wrong": {"en": "Exponential of the smoothed loss", "zh": "平滑损失的指数"},
    "number.by_word": {
        "en": "Perplexity per word (split at blanks; a text without blanks is one word)",
        "zh": "按词计算的困惑度（按空格切分；没有空格的文本算作一个词）",
    },
}
