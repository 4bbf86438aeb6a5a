"""Words of one word in all heads."""

WORDS = {
    "word_heads.title": {"en": "This word, all heads", "zh": "这个词，所有头"},
    "word_heads.word": "{word}",
    "word_heads.word.encoder": {"en": "{row} for {word}", "zh": "{row}，对 {word}"},
    "word_heads.all": {"en": "show all {count}", "zh": "显示全部 {count} 个"},
    "word_heads.fewer": {"en": "show fewer", "zh": "显示更少"},
    "word_heads.measuring": {"en": "measuring …", "zh": "正在测量……"},
    "word_heads.before": {"en": "was {before}", "zh": "原为 {before}"},
    "word_heads.cell": {"en": "{token}: {weight}", "zh": "{token}：{weight}"},
    "word_heads.most": {"en": "attends most to {token}: {weight}", "zh": "最关注 {token}：{weight}"},
    "word_heads.lost": {
        "en": "without it the word's probability goes {before} → {after} ({nats} nats lost)",
        "zh": "去掉它，这个词的概率 {before} → {after}（损失 {nats} 奈特）",
    },
    "explain.word_heads": {
        "en": (
            "Each row is one head at this step, with its weights on the tokens. Right: the nats of"
            " log-probability that the word loses when this head alone is switched off, and the probability"
            " that is left. Measured by running"
            " the model once without each head; the head without which the word loses most is first."
        ),
        "zh": (
            "每一行是这一步的一个头，以及它在各词元上的权重。右侧：只关闭这一个头时，这个词损失的对数概率，以及剩下的概率。"
            "每去掉一个头就运行一次模型来测量；去掉后损失最多的头排在最前。"
        ),
    },
    "explain.word_heads.encoder": {
        "en": (
            "Each row is one head of the encoder, with the weights of the pinned source token, or of the one that this"
            " step attends to most. Right: the nats of log-probability that the predicted word loses when"
            " this head alone is"
            " switched off, and the probability that is left. The head without which the word loses most is first."
        ),
        "zh": (
            "每一行是编码器的一个头，以及所固定的源语言词元（或这一步最受关注的词元）的权重。"
            "右侧：只关闭这一个头时，所预测的词损失的对数概率，以及剩下的概率。去掉后损失最多的头排在最前。"
        ),
    },
    "word_heads.layers": {"en": "In the order of layers.", "zh": "按层排列。"},
    "losses.none": {
        "en": "The loss without each head was not measured here.",
        "zh": "这里没有测量去掉每个头的损失。",
    },
    "losses.long": {
        "en": "The loss without each head is measured for at most {limit} tokens.",
        "zh": "最多对 {limit} 个词元测量去掉每个头的损失。",
    },
    "losses.no_answer": {"en": "The server gave no answer.", "zh": "服务器没有响应。"},
    "role.here": {
        "en": "{role}, score {score} on this sentence (0: like a uniform head, 1: nothing else)",
        "zh": "{role}，得分 {score}，在这个句子上测得（0：与均匀的头相同，1：只做这一件事）",
    },
    "role.sample": {
        "en": "{role}, score {score} over {count} sentences (0: like a uniform head, 1: nothing else)",
        "zh": "{role}，得分 {score}，在 {count} 个句子上测得（0：与均匀的头相同，1：只做这一件事）",
    },
}
