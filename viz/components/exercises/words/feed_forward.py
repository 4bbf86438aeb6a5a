"""Words of the exercises on the feed-forward networks."""

WORDS = {
    "encoder": {"en": "encoder", "zh": "编码器"},
    "decoder": {"en": "decoder", "zh": "解码器"},
    "feed_forward": {"en": "feed-forward sub-layer", "zh": "前馈子层"},
    "attention": {"en": "self-attention", "zh": "自注意力"},
    "pre": {
        "en": "This model is pre-norm: it normalises what a sub-layer reads.",
        "zh": "本模型采用 pre-norm：先对子层的输入作层归一化。",
    },
    "post": {
        "en": "This model is post-norm, as in the paper: it normalises the sum.",
        "zh": "本模型与论文一样采用 post-norm：对相加之后的和作层归一化。",
    },
    "active_units": {
        "en": (
            "At {token}, {side} layer {layer} computes {units} hidden units, and ReLU sets every negative one to 0. "
            "How many percent of the units stay above 0? Guess within 8 points."
        ),
        "zh": (
            "在 {token} 处，{side}第 {layer} 层计算 {units} 个隐藏单元，ReLU 把所有负值变为 0。有百分之几的单元仍大于 "
            "0？误差不超过 8 个百分点即可。"
        ),
    },
    "active_units.why": {
        "en": (
            "{active} of {units} units are above 0, {answer} %. ReLU lets each token use units of its own; the others "
            "add nothing here."
        ),
        "zh": (
            "{units} 个单元中有 {active} 个大于 0，占 {answer}%。ReLU 使每个词元只用到自己的那些单元，"
            "其余单元在这里不起作用。"
        ),
    },
    "rows_changed": {
        "en": (
            "The {sublayer} of {side} layer {layer} reads {count} tokens. Only what it reads at {token}, token "
            "{place}, changes. At how many tokens does its output change?"
        ),
        "zh": (
            "{side}第 {layer} 层的{sublayer}读入 {count} 个词元。只有在 {token}（第 {place} 个词元）处读入的向量改变。"
            "它的输出在几个词元处改变？"
        ),
    },
    "rows_changed.why": {"en": "At {answer} of {count}. {reason}", "zh": "{count} 个中的 {answer} 个。{reason}"},
    "rows_changed.feed_forward": {
        "en": "The network is position-wise: it computes each token from its own vector only.",
        "zh": "前馈网络逐位置计算：每个词元只由自己的向量算出。",
    },
    "rows_changed.attention_encoder": {
        "en": "In the encoder each token attends to all tokens.",
        "zh": "在编码器中，每个词元都关注所有词元。",
    },
    "rows_changed.attention_decoder": {
        "en": (
            "In the decoder a token attends to itself and to earlier tokens, so only this one and later ones change."
        ),
        "zh": "在解码器中，词元只关注自己和前面的词元，所以只有这个词元和后面的词元改变。",
    },
    "matrix_weights": {
        "en": (
            "A feed-forward sub-layer of the {side} multiplies by W₁, from {d_model} numbers to {d_ff}, and by W₂, "
            "back to {d_model}. How many weights do both matrices have together (no biases)?"
        ),
        "zh": (
            "{side}的一个前馈子层先乘以 W₁，从 {d_model} 个数变成 {d_ff} 个，再乘以 W₂，变回 {d_model} 个。"
            "两个矩阵一共有多少个权重（不计偏置）？"
        ),
    },
    "matrix_weights.why": {
        "en": (
            "2 · {d_model} · {d_ff} = {answer}. The four projections of the self-attention before it have {attention}."
        ),
        "zh": "2 · {d_model} · {d_ff} = {answer}。在它之前的自注意力的四个投影共有 {attention} 个。",
    },
    "relu_sum": {
        "en": (
            "At {token}, three units of the feed-forward sub-layer of {side} layer {layer} are {first}, {second} and "
            "{third} before ReLU. What is the sum of the three after ReLU?"
        ),
        "zh": (
            "在 {token} 处，{side}第 {layer} 层的前馈子层有三个单元，经过 ReLU 之前的值是 {first}、{second} 和 "
            "{third}。经过 ReLU 之后，三个值之和是多少？"
        ),
    },
    "relu_sum.why": {
        "en": (
            "ReLU is max(0, x): of {first}, {second} and {third} the negative values become 0, so the sum is {answer}."
        ),
        "zh": "ReLU 就是 max(0, x)：{first}、{second} 和 {third} 中的负值变为 0，所以和是 {answer}。",
    },
    "without_feed_forward": {
        "en": (
            "The model writes {token} with probability {now}. How likely is it if every feed-forward sub-layer of the "
            "{side} adds nothing? Guess within 0.15."
        ),
        "zh": (
            "模型写出 {token} 的概率是 {now}。如果{side}的所有前馈子层什么也不加，这个概率是多少？误差不超过 0.15 "
            "即可。"
        ),
    },
    "without_feed_forward.why": {
        "en": (
            "{now} becomes {answer}. Without them the {side} can still move information between tokens, but no longer "
            "transform it at each token."
        ),
        "zh": "{now} 变成 {answer}。没有前馈子层，{side}仍能在词元之间传递信息，但不能再对每个词元的信息作变换。",
    },
    "networks": {
        "en": (
            "This model has {encoder} encoder and {decoder} decoder layers and reads {tokens} source tokens. How many "
            "feed-forward networks with weights of their own does it have?"
        ),
        "zh": (
            "本模型有 {encoder} 个编码器层和 {decoder} 个解码器层，读入 {tokens} 个源端词元。"
            "它有多少个各有自己权重的前馈网络？"
        ),
    },
    "networks.why": {
        "en": "{answer}, one in each layer. The weights are the same at all tokens, but not in all layers.",
        "zh": "{answer} 个，每层一个。同一层的所有词元使用相同的权重，不同的层使用不同的权重。",
    },
    "steps": {
        "en": "Put the steps around one feed-forward network of this model in order.",
        "zh": "把本模型一个前馈网络前后的各步按顺序排列。",
    },
    "steps.why": {
        "en": "{norm} The network itself is widen, ReLU or another activation, narrow; the residual sum follows it.",
        "zh": "{norm}网络本身是变宽、ReLU 或其他激活函数、变窄，然后是残差相加。",
    },
    "steps.normalise": {"en": "layer normalisation", "zh": "层归一化"},
    "steps.widen": {"en": "times W₁, from d_model to d_ff numbers", "zh": "乘以 W₁，从 d_model 个数到 d_ff 个数"},
    "steps.activate": {"en": "activation of each number, such as ReLU", "zh": "对每个数用激活函数，例如 ReLU"},
    "steps.narrow": {"en": "times W₂, back to d_model numbers", "zh": "乘以 W₂，变回 d_model 个数"},
    "steps.add": {"en": "add to the vector that came in", "zh": "与进来的向量相加"},
}
