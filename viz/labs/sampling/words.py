"""Words of the lab of sampling."""

WORDS = {
    "title": {"en": "Sampling", "zh": "采样"},
    "question": {
        "en": "What do temperature, top-k and top-p do to the next token?",
        "zh": "温度、top-k 和 top-p 对下一个词元有什么作用？",
    },
    "formula": r"$p_i\propto\exp(z_i/\tau)$",
    "intro": {
        "en": (
            "Beam search looks for a probable sequence; language models often draw each token at random. A "
            "temperature below 1 sharpens the distribution, one above 1 flattens it. Top-k keeps the k most "
            "probable tokens, top-p the smallest number of them whose share reaches p. Here the temperature acts "
            "first, then top-k, then top-p on what top-k kept, and what is left is divided by its sum. The "
            "logits are those of the loaded model for this step, over its whole vocabulary, so that the long "
            "tail counts too."
        ),
        "zh": (
            "束搜索寻找概率高的序列；语言模型则常常随机抽取每个词元，这就是采样（sampling）。温度低于 1，分布变尖；"
            "高于 1，"
            "分布变平。Top-k 保留概率最大的 k 个词元，top-p 保留累积概率达到 p 的最少词元。这里先用温度，再用 top-k，"
            "然后在 top-k 留下的词元中用 top-p，最后重新归一化。Logit 由当前模型在这一步对整个词表给出，"
            "所以长尾也计算在内。"
        ),
    },
    "look": {
        "en": (
            "how much probability is in the tail at a high temperature, and how few tokens top-k or top-p leave "
            "of it. Tinted draws are the most probable token."
        ),
        "zh": "看温度高时有多少概率落在尾部，top-k 或 top-p 又从中留下多少词元。着色的抽取结果是概率最大的词元。",
    },
    "step.label": {"en": "Step of the translation", "zh": "译文的第几步"},
    "temperature.label": {"en": "Temperature τ", "zh": "温度 τ"},
    "top_k.label": "Top-k",
    "top_k.info": {"en": "0 keeps the whole vocabulary.", "zh": "0 保留整个词表。"},
    "top_p.label": "Top-p",
    "top_p.info": {"en": "1 keeps all that top-k keeps.", "zh": "1 保留 top-k 留下的全部。"},
    "seed.label": {"en": "Seed of the draws", "zh": "随机种子"},
    "chart": {"en": "The most probable tokens", "zh": "概率最大的词元"},
    "probability": {"en": "probability", "zh": "概率"},
    "model": {"en": "the model's own", "zh": "模型本来的概率"},
    "sampled": {"en": "after temperature, top-k and top-p", "zh": "经过温度、top-k 和 top-p"},
    "others": {"en": "all others", "zh": "其余全部"},
    "draws": {"en": "Twenty draws (… is a token beyond the first 200)", "zh": "抽取二十次（… 是前 200 名以外的词元）"},
    "number.entropy_model": {"en": "Entropy of the model's distribution (nats)", "zh": "模型的分布的熵（奈特）"},
    "number.entropy": {"en": "Entropy of what is drawn from (nats)", "zh": "抽取所用的分布的熵（奈特）"},
    "number.left": {"en": "Tokens left", "zh": "剩余的词元数"},
    "number.mass": {"en": "Probability kept, after the temperature", "zh": "保留的概率，经过温度之后"},
    "number.first": {"en": "Probability of the most probable token, afterwards", "zh": "概率最大的词元最后的概率"},
}
