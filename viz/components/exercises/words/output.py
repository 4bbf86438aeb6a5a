"""Words of the exercises on the output and on search."""

WORDS = {
    "softmax_of_three": {
        "en": (
            "Three logits of one step are {first_} for {first}, {second_} for {second} and {third_} for {third}. If "
            "there were no other tokens, what would be the probability of {first}?"
        ),
        "zh": (
            "某一步的三个 logit 是：{first} 为 {first_}，{second} 为 {second_}，{third} 为 {third_}。"
            "假如没有别的词元，{first} 的概率是多少？"
        ),
    },
    "softmax_of_three.why": {
        "en": "exp({first_}) / (exp({first_}) + exp({second_}) + exp({third_})) = {answer}.",
        "zh": "exp({first_}) / (exp({first_}) + exp({second_}) + exp({third_})) = {answer}。",
    },
    "logit_difference": {
        "en": "The logit of {first} is {first_}, that of {second} is {second_}. How many times as likely is {first}?",
        "zh": "{first} 的 logit 是 {first_}，{second} 的是 {second_}。{first} 的概率是它的多少倍？",
    },
    "logit_difference.why": {
        "en": (
            "{first_} − {second_} = {difference}, and exp({difference}) = {answer}: softmax turns a difference of "
            "logits into a ratio of probabilities, whatever the other logits are."
        ),
        "zh": (
            "{first_} − {second_} = {difference}，exp({difference}) = {answer}：无论其他 logit 是多少，softmax 都把 "
            "logit 之差变成概率之比。"
        ),
    },
    "second_choice": {
        "en": "Step {step}, after “{before}”: the model prefers {token}. Which token is its second choice?",
        "zh": "第 {step} 步，在“{before}”之后，模型首选 {token}。它的第二选择是哪个词元？",
    },
    "second_choice.why": {
        "en": (
            "{answer} has {next}, next to {probability} for {token}. The distribution covers the whole vocabulary; "
            "greedy search only looks at its largest value."
        ),
        "zh": "{answer} 的概率是 {next}，{token} 是 {probability}。分布覆盖整个词表；贪心解码只看其中最大的值。",
    },
    "least_sure": {
        "en": "At which token of the translation is the model least sure: its distribution has the largest entropy?",
        "zh": "在译文的哪个词元处，模型最没有把握，也就是概率分布的熵最大？",
    },
    "least_sure.why": {
        "en": (
            "{answer}: entropy {entropy} nats, the next largest is {next}. Several continuations are good there; "
            "entropy does not say that the choice is wrong."
        ),
        "zh": "{answer}：熵为 {entropy} 奈特，其次是 {next}。那里有几种好的续写；熵大并不说明选错了。",
    },
    "joint_probability": {
        "en": (
            "The model writes {first} with probability {first_}, then {second} with {second_}, then {third} with "
            "{third_}, each given all tokens before it. How likely are all three together?"
        ),
        "zh": (
            "模型写出 {first} 的概率是 {first_}，接着 {second} 是 {second_}，再接着 {third} 是 {third_}，"
            "每个都以前面的所有词元为条件。三个词元一起的概率是多少？"
        ),
    },
    "joint_probability.why": {
        "en": (
            "{first_} · {second_} · {third_} = {answer}. Every further token can only lower the product, so search "
            "adds log-probabilities and must correct for the length."
        ),
        "zh": (
            "{first_} · {second_} · {third_} = {answer}。每多一个词元，乘积只会变小，所以搜索把对数概率相加，"
            "并要对长度作修正。"
        ),
    },
    "penalised_score": {
        "en": (
            "A hypothesis of beam search has {tokens} tokens and a log-probability of {log_prob}. Its score divides "
            "that by ((5 + {tokens}) / 6) to the power of 0.6. What is the score?"
        ),
        "zh": (
            "束搜索的一个译文有 {tokens} 个词元，对数概率为 {log_prob}。得分是用它除以 ((5 + {tokens}) / 6) 的 0.6 "
            "次方。得分是多少？"
        ),
    },
    "penalised_score.why": {
        "en": "{log_prob} / {penalty} = {answer}. The divisor grows with the length, which helps longer translations.",
        "zh": "{log_prob} / {penalty} = {answer}。除数随长度增大，这对较长的译文有利。",
    },
    "best_hypothesis": {
        "en": (
            "Beam search with beam {beam} found three translations. The first: log-probability {first_sum}, "
            "{first_tokens} tokens; the second: {second_sum}, {second_tokens} tokens; the third: {third_sum}, "
            "{third_tokens} tokens. Which one has the highest score with α = 0.6?"
        ),
        "zh": (
            "束宽为 {beam} 的束搜索找到三个译文。第一个：对数概率 {first_sum}，{first_tokens} 个词元；第二个："
            "{second_sum}，{second_tokens} 个词元；第三个：{third_sum}，{third_tokens} 个词元。取 α = 0.6，"
            "哪一个得分最高？"
        ),
    },
    "best_hypothesis.why": {
        "en": (
            "“{answer}” has {score}. A score is the log-probability over ((5 + n) / 6) to the power of 0.6: scores "
            "are negative, and the one nearest to 0 wins."
        ),
        "zh": (
            "“{answer}”的得分是 {score}。得分等于对数概率除以 ((5 + n) / 6) 的 0.6 次方：得分为负，最接近 0 的胜出。"
        ),
    },
    "stored_matrices": {
        "en": (
            "Source embedding, target embedding and the output projection each need a matrix with one row for each "
            "token. How many such matrices does this model store?"
        ),
        "zh": "源端词嵌入、目标端词嵌入和输出投影各需要一个矩阵，每个词元一行。本模型实际保存几个这样的矩阵？",
    },
    "stored_matrices.why": {
        "en": "{answer}. {reason} The output has {vocabulary} rows of {width} numbers.",
        "zh": "{answer} 个。{reason}输出矩阵有 {vocabulary} 行，每行 {width} 个数。",
    },
    "stored_matrices.three_way": {
        "en": "All three are one and the same, as in section 3.4 of the paper.",
        "zh": "三者是同一个矩阵，与论文第 3.4 节一样。",
    },
    "stored_matrices.two_way": {
        "en": "Two of the three are the same; the paper (3.4) shares all three.",
        "zh": "三者中有两个是同一个矩阵；论文（第 3.4 节）让三者共享。",
    },
    "stored_matrices.none": {
        "en": "Nothing is shared here; the paper (3.4) shares all three.",
        "zh": "这里什么也不共享；论文（第 3.4 节）让三者共享。",
    },
    "decoding_steps": {
        "en": "Put in order: how a translation gets its first token.",
        "zh": "译文的第一个词元是怎样得到的？把各步按顺序排列。",
    },
    "decoding_steps.why": {
        "en": (
            "The encoder runs once. From the start symbol on, the decoder repeats: read, compute, choose, until the "
            "end symbol is chosen."
        ),
        "zh": "编码器只运行一次。解码器从起始符号开始，反复读入、计算、选择，直到选中结束符号。",
    },
    "decoding_steps.encode": {"en": "the encoder computes the memory", "zh": "编码器算出编码器输出（memory）"},
    "decoding_steps.start": {"en": "the decoder reads the start symbol", "zh": "解码器读入起始符号"},
    "decoding_steps.layers": {"en": "the decoder layers compute one vector", "zh": "解码器各层算出一个向量"},
    "decoding_steps.logits": {
        "en": "one logit for each token of the vocabulary",
        "zh": "词表中每个词元得到一个 logit",
    },
    "decoding_steps.softmax": {"en": "softmax turns logits into probabilities", "zh": "softmax 把 logit 变成概率"},
    "decoding_steps.choose": {"en": "search keeps the best tokens", "zh": "搜索保留最好的词元"},
    "decoding_steps.read": {"en": "the decoder reads the token kept", "zh": "解码器读入保留的词元"},
}
