"""Words of the exercises on residual connections and layer normalisation."""

WORDS = {
    "self": {"en": "self-attention", "zh": "自注意力"},
    "cross": {"en": "cross-attention", "zh": "交叉注意力"},
    "feed_forward": {"en": "the feed-forward network", "zh": "前馈网络"},
    "sublayer_order": {
        "en": "Put what happens around each sub-layer of this model in order.",
        "zh": "把这个模型的每个子层前后发生的事按顺序排列。",
    },
    "sublayer_order.norm": {"en": "layer normalisation", "zh": "层归一化"},
    "sublayer_order.sublayer": {"en": "attention or feed-forward network", "zh": "注意力或前馈网络"},
    "sublayer_order.dropout": {"en": "dropout (in training)", "zh": "随机失活（训练时）"},
    "sublayer_order.add": {"en": "add what entered the sub-layer's block", "zh": "加上进入这一块的向量"},
    "sublayer_order.why": {"en": "{placement}.", "zh": "{placement}。"},
    "sublayer_order.pre": {
        "en": "This model is pre-norm, x + Dropout(Sublayer(LayerNorm(x))); the paper is post-norm, LayerNorm(x + "
        "Dropout(Sublayer(x)))",
        "zh": "这个模型是 pre-norm：x + Dropout(Sublayer(LayerNorm(x)))；论文是 post-norm：LayerNorm(x + "
        "Dropout(Sublayer(x)))",
    },
    "sublayer_order.post": {
        "en": "This model is post-norm as the paper, LayerNorm(x + Dropout(Sublayer(x)))",
        "zh": "这个模型与论文一样是 post-norm：LayerNorm(x + Dropout(Sublayer(x)))",
    },
    "nothing_added": {
        "en": "Suppose a sub-layer of this model outputs only zeros. What leaves the block with its residual "
        "connection?",
        "zh": "假设这个模型的一个子层只输出零。带残差连接的这一块输出什么？",
    },
    "nothing_added.unchanged": {"en": "what entered it, unchanged", "zh": "进入它的向量，保持不变"},
    "nothing_added.normalised": {"en": "what entered it, normalised", "zh": "进入它的向量，经过归一化"},
    "nothing_added.zero": {"en": "zeros", "zh": "零"},
    "nothing_added.why": {
        "en": "{placement}: a sub-layer only adds to the stream.",
        "zh": "{placement}：子层只是往残差流中加东西。",
    },
    "nothing_added.pre": {
        "en": "The sum x + 0 is x, and pre-norm normalises only what the sub-layer reads",
        "zh": "x + 0 仍是 x，而 pre-norm 只归一化子层读入的内容",
    },
    "nothing_added.post": {
        "en": "The sum x + 0 is x, and post-norm normalises the sum",
        "zh": "x + 0 仍是 x，而 post-norm 归一化相加的结果",
    },
    "added_share": {
        "en": "At {token}, a vector of length {stream} enters the residual sum of {part} in encoder layer {layer}. "
        "Guess the length of what is added to it, in percent of {stream}. (within {tolerance})",
        "zh": "在 {token} 处，长度为 {stream} 的向量进入编码器第 {layer} 层{part}的残差求和。猜一猜加到它上面的向量"
        "有多长，以 {stream} 的百分比表示。（误差不超过 {tolerance}）",
    },
    "added_share.why": {
        "en": "{answer} %: the sub-layer adds a vector of length {added}. The sum still holds what entered, so a "
        "sub-layer needs to learn only what to add.",
        "zh": "{answer}%：子层加上的向量长度为 {added}。相加的结果仍含有进入的向量，所以子层只需学习该加上什么。",
    },
    "longest_addition": {
        "en": "In decoder layer {layer}, at the step that predicts {token}, which sub-layer adds the longest vector "
        "to the residual stream?",
        "zh": "在解码器第 {layer} 层，预测 {token} 的这一步，哪个子层往残差流中加的向量最长？",
    },
    "longest_addition.why": {
        "en": "{answer}: the lengths are {of_self} for self-attention, {of_cross} for cross-attention and "
        "{of_feed_forward} for the feed-forward network.",
        "zh": "{answer}：自注意力加的向量长度为 {of_self}，交叉注意力为 {of_cross}，前馈网络为 {of_feed_forward}。",
    },
    "by_hand": {
        "en": "Layer normalisation reads {vector}, with mean {mean} and standard deviation {deviation}. What does "
        "it make of the first number? (gain 1, bias 0; within 0.05)",
        "zh": "层归一化读入 {vector}，均值为 {mean}，标准差为 {deviation}。第一个数变为多少？（增益 1，偏置 0，误差"
        "不超过 0.05）",
    },
    "by_hand.why": {
        "en": "({first} − {mean}) / {deviation} = {answer}. Mean and deviation are those of one token's numbers, "
        "not of a batch.",
        "zh": "({first} − {mean}) / {deviation} = {answer}。均值和标准差取自一个词元的各个数，而不是一批数据。",
    },
    "norm_after": {
        "en": "A vector of d_model = {d_model} numbers leaves layer normalisation with gain 1 and bias 0. How long "
        "is it, whatever entered? (the root of the sum of squares; within 0.5)",
        "zh": "一个由 d_model = {d_model} 个数组成的向量经过增益为 1、偏置为 0 的层归一化。无论输入是什么，它有多"
        "长？（平方和的平方根，误差不超过 0.5）",
    },
    "norm_after.why": {
        "en": "√{d_model} ≈ {answer}: mean 0 and variance 1 make the squares sum to {d_model}.",
        "zh": "√{d_model} ≈ {answer}：均值为 0、方差为 1，所以平方和为 {d_model}。",
    },
    "doubled_input": {
        "en": "Every number that enters layer normalisation is doubled. What happens to its output?",
        "zh": "进入层归一化的每个数都加倍。它的输出会怎样？",
    },
    "doubled_input.same": {"en": "it stays the same", "zh": "保持不变"},
    "doubled_input.doubled": {"en": "it doubles", "zh": "加倍"},
    "doubled_input.halved": {"en": "it halves", "zh": "减半"},
    "doubled_input.zero": {"en": "it becomes zero", "zh": "变为零"},
    "doubled_input.why": {
        "en": "It stays the same: mean and standard deviation double too. Only the direction of a vector passes, "
        "not its length.",
        "zh": "保持不变：均值和标准差也加倍。能通过的只是向量的方向，而不是它的长度。",
    },
    "norms": {
        "en": "This model has {encoder_layers} encoder layers and {decoder_layers} decoder layers. How many layer "
        "normalisations does it have?",
        "zh": "这个模型有 {encoder_layers} 层编码器和 {decoder_layers} 层解码器。它一共有多少个层归一化？",
    },
    "norms.why": {
        "en": "{answer}: two in each encoder layer ({of_encoder}), three in each decoder layer ({of_decoder}), "
        "{placement}.",
        "zh": "{answer} 个：编码器每层两个（{of_encoder}），解码器每层三个（{of_decoder}），{placement}。",
    },
    "norms.pre": {
        "en": "and with pre-norm one more at the end of each stack",
        "zh": "pre-norm 还在编码器和解码器末尾各加一个",
    },
    "norms.post": {"en": "and with post-norm none besides", "zh": "post-norm 没有其他的"},
}
