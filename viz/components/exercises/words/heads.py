"""Words of the exercises on several heads; also the names of the kinds of attention."""

WORDS = {
    "encoder": {"en": "encoder self-attention", "zh": "编码器自注意力"},
    "decoder": {"en": "decoder self-attention", "zh": "解码器自注意力"},
    "cross": {"en": "cross-attention", "zh": "交叉注意力"},
    "width": {
        "en": "d_model is {d_model}, and there are {heads} heads. How many numbers does a query have in one head "
        "(d_k)?",
        "zh": "d_model 为 {d_model}，共有 {heads} 个头。在一个头中，一个查询有多少个数（d_k）？",
    },
    "width.why": {
        "en": "{d_model} / {heads} = {answer}. More heads are narrower heads, so that all of them together cost as "
        "much as one of full width.",
        "zh": "{d_model} / {heads} = {answer}。头越多，每个头越窄，所以全部头的计算量与一个全宽的头相当。",
    },
    "projections": {
        "en": "Each of {heads} heads has its own W^Q, W^K and W^V; then one W^O joins them. How many projection "
        "matrices does one multi-head attention have?",
        "zh": "{heads} 个头各有自己的 W^Q、W^K 和 W^V，最后由一个 W^O 合并。一个多头注意力共有多少个投影矩阵？",
    },
    "projections.why": {
        "en": "{three} + 1 = {answer}: three for each head and one output projection. Programs keep the matrices of "
        "all heads side by side as four large ones.",
        "zh": "{three} + 1 = {answer}：每个头三个，再加一个输出投影。程序把所有头的矩阵并排存成四个大矩阵。",
    },
    "parameters": {
        "en": "How many weights, without biases, does one attention with d_model = {d_model} and {heads} heads have?",
        "zh": "一个 d_model = {d_model}、有 {heads} 个头的注意力共有多少个权重参数（不计偏置）？",
    },
    "parameters.why": {
        "en": "4 · {d_model}² = {answer}, for any number of heads: W^Q, W^K, W^V and W^O of all heads together are "
        "{d_model} × {d_model} each.",
        "zh": "4 · {d_model}² = {answer}，与头数无关：所有头的 W^Q、W^K、W^V 和 W^O 合起来各是 {d_model} × {d_model}。",
    },
    "previous_head": {
        "en": "Among the heads of {kind}, which attends to the previous token most?",
        "zh": "在{kind}的各个头中，哪个头最关注前一个词元？",
    },
    "previous_head.why": {
        "en": "{answer}: on average {share} of its weight is on the token before; the next head has {other}. Its "
        "matrix is strong one step below the diagonal.",
        "zh": "{answer}：平均有 {share} 的权重落在前一个词元上，次高的头是 {other}。它的矩阵在对角线下方一格处最强。",
    },
    "strongest_link": {
        "en": "Which encoder head gives {column} the largest weight in the row of {row}?",
        "zh": "在 {row} 这一行中，编码器的哪个头给 {column} 的权重最大？",
    },
    "strongest_link.why": {
        "en": "{answer} gives it {weight}; the next head gives it {other}. Each head has its own queries and keys, "
        "so each finds other pairs.",
        "zh": "{answer} 给它 {weight}，次高的头给它 {other}。每个头都有自己的查询和键，所以各自找到不同的词元对。",
    },
    "most_even": {
        "en": "Among the heads of {kind}, which spreads its weights most evenly (largest entropy)?",
        "zh": "在{kind}的各个头中，哪个头的权重分布最平均（熵最大）？",
    },
    "most_even.why": {
        "en": "{answer}: its rows have {entropy} nats on average. A row of {keys} equal weights has ln {keys} = "
        "{most}.",
        "zh": "{answer}：它的各行平均有 {entropy} 奈特。{keys} 个权重都相等的一行有 ln {keys} = {most}。",
    },
    "needed_head": {
        "en": "Among the heads of {kind}, switching off which one makes this translation least probable?",
        "zh": "在{kind}的各个头中，关闭哪个头会使这个译文的概率降得最低？",
    },
    "needed_head.why": {
        "en": "{answer}: without it the translation loses {loss} nats of log-probability; without the next, {other}.",
        "zh": "{answer}：没有它，译文的对数概率降低 {loss} 奈特；关闭次重要的头，降低 {other}。",
    },
    "without_head": {
        "en": "The model predicts {token} with probability {before}. Guess the probability with {head} switched "
        "off. (within {tolerance})",
        "zh": "模型预测 {token} 的概率是 {before}。猜一猜关闭{head}之后的概率。（误差不超过 {tolerance}）",
    },
    "without_head.why": {
        "en": "It falls from {before} to {answer}. What a head attends to does not tell how much it is needed: "
        "other heads may make up for it.",
        "zh": "从 {before} 降到 {answer}。只看一个头关注什么，并不能知道它有多重要：其他头可能会弥补它的作用。",
    },
    "averaged": {
        "en": "In encoder layer {layer}, in the row of {row}, the heads give {column} the weights {weights}. Which "
        "weight does a picture show that averages the heads?",
        "zh": "在编码器第 {layer} 层的 {row} 这一行中，各个头给 {column} 的权重是 {weights}。把各个头取平均的图显示"
        "的权重是多少？",
    },
    "averaged.why": {
        "en": "{answer}: the head with {largest} is no longer visible. Averaging hides what single heads do.",
        "zh": "{answer}：权重为 {largest} 的那个头已经看不出来了。取平均后看不到单个头的作用。",
    },
}
