"""Words of the exercises on training."""

WORDS = {
    "teacher_forcing": {
        "en": (
            "Suppose this translation is a reference of the training data, and at step {step}, where it has {token}, "
            "the model finds {wrong} most likely. What does the decoder read at step {next}?"
        ),
        "zh": (
            "假设这个译文是训练数据中的参考译文，它的第 {step} 个词元是 {token}，而模型在这一步认为 {wrong} 最可能。"
            "第 {next} 步解码器读入什么？"
        ),
    },
    "teacher_forcing.why": {
        "en": (
            "With teacher forcing it reads {token}, the token of the reference, whatever the model predicted. So all "
            "steps of a sentence can be trained at once; when it translates, it reads its own tokens."
        ),
        "zh": (
            "采用教师强制时，它读入参考译文的词元 {token}，不管模型预测了什么。所以一个句子的所有步可以同时训练；"
            "翻译时，它读入的是自己写出的词元。"
        ),
    },
    "padding_share": {
        "en": (
            "A batch has three sentences of {first}, {second} and {third} tokens, padded to the longest. How many "
            "percent of its positions are padding?"
        ),
        "zh": (
            "一批有三个句子，分别有 {first}、{second} 和 {third} 个词元，都填充到最长的长度。填充占全部位置的百分之几？"
        ),
    },
    "padding_share.why": {
        "en": (
            "3 · {longest} = {all} positions hold {used} tokens: {answer} % is padding. Sentences of similar length "
            "are batched together to waste less (5.1)."
        ),
        "zh": (
            "3 · {longest} = {all} 个位置中有 {used} 个词元，填充占 {answer}%。把长度相近的句子放在一批，"
            "浪费就少（5.1 节）。"
        ),
    },
    "rate_ratio": {
        "en": (
            "Eq. 3 with a warm-up of {warmup} steps. How many times as high is the learning rate of step {second} as "
            "that of step {first}?"
        ),
        "zh": "按式 3，预热为 {warmup} 步。第 {second} 步的学习率是第 {first} 步的多少倍？",
    },
    "rate_ratio.why": {"en": "{answer} times. {reason}", "zh": "{answer} 倍。{reason}"},
    "rate_ratio.rising": {
        "en": "During the warm-up the rate is proportional to the step.",
        "zh": "在预热期间，学习率与步数成正比。",
    },
    "rate_ratio.falling": {
        "en": "After the warm-up the rate falls with the square root of the step.",
        "zh": "预热之后，学习率与步数的平方根成反比。",
    },
    "peak_step": {
        "en": (
            "Eq. 3 with d_model {width} and a warm-up of {warmup} steps: at which of these steps is the rate highest?"
        ),
        "zh": "按式 3，d_model 为 {width}，预热为 {warmup} 步：在其中哪一步学习率最高？",
    },
    "peak_step.why": {
        "en": (
            "At step {answer}, the end of the warm-up: {rate}. There the rising and the falling term of the minimum "
            "are equal."
        ),
        "zh": "在第 {answer} 步，即预热结束时：{rate}。在这里，最小值中上升的一项与下降的一项相等。",
    },
    "first_step": {
        "en": "The first gradient of a weight is {gradient}; the learning rate is {rate}. How far does Adam move it?",
        "zh": "一个权重的第一个梯度是 {gradient}，学习率是 {rate}。Adam 使它移动多少？",
    },
    "first_step.why": {
        "en": (
            "By {answer}: Adam divides the gradient's average by the root of its square's average, both corrected for "
            "the start. At the first step that is ±1, however large the gradient."
        ),
        "zh": (
            "{answer}：Adam 用梯度的平均值除以梯度平方的平均值的平方根，两者都作了初始修正。在第一步，无论梯度多大，"
            "这个商都是 ±1。"
        ),
    },
    "smoothed_target": {
        "en": (
            "The correct token is {token}, the vocabulary has {tokens} tokens, and label smoothing with ε = "
            "{smoothing} spreads ε over all of them. Which probability is the model trained to give to {token}?"
        ),
        "zh": (
            "正确词元是 {token}，词表有 {tokens} 个词元，标签平滑把 ε = {smoothing} 分摊到所有词元上。训练要模型给 "
            "{token} 多大的概率？"
        ),
    },
    "smoothed_target.why": {
        "en": (
            "1 − {smoothing} + {smoothing} / {tokens} = {answer}. Each other token gets {smoothing} / {tokens}. A "
            "model that is more sure than that is charged for it."
        ),
        "zh": (
            "1 − {smoothing} + {smoothing} / {tokens} = {answer}。其他每个词元得到 {smoothing} / {tokens}。"
            "模型如果比这更有把握，损失反而增大。"
        ),
    },
    "perplexity": {
        "en": "Four tokens have the probabilities {first}, {second}, {third} and {fourth}. What is their perplexity?",
        "zh": "四个词元的概率是 {first}、{second}、{third} 和 {fourth}。它们的困惑度是多少？",
    },
    "perplexity.why": {
        "en": (
            "exp of the mean of −ln p is {answer}: on average as unsure as a choice among {answer} equally likely "
            "tokens."
        ),
        "zh": "−ln p 的平均值取指数，得 {answer}：平均来说，相当于在 {answer} 个等可能的词元中选择。",
    },
    "dropout": {
        "en": (
            "A number of the vector of {token} is {number}. It passes dropout with rate {rate} {mode}. What comes out?"
        ),
        "zh": "{token} 的向量中有一个数是 {number}，它经过失活率为 {rate} 的随机失活，{mode}。得到的数是多少？",
    },
    "dropout.why": {"en": "{answer}. {reason}", "zh": "{answer}。{reason}"},
    "dropout.kept": {"en": "in training, where it is kept", "zh": "这时在训练，而且它被保留"},
    "dropout.evaluation": {"en": "in evaluation", "zh": "这时在评估"},
    "dropout.scaled": {
        "en": "What is kept is divided by 1 minus the rate, so that the mean stays the same although others become 0.",
        "zh": "保留的数除以 1 与失活率之差，这样虽然其他数变为 0，均值仍然不变。",
    },
    "dropout.unchanged": {
        "en": "Dropout acts in training only: in evaluation the same input always gives the same output.",
        "zh": "随机失活只在训练时起作用：评估时，相同的输入总是得到相同的输出。",
    },
}
