"""Words of the glossary: each term and one sentence about it, for a reader who knows only the paper's abstract."""

# name -> term and gloss in English, term and gloss in Chinese
_TERMS = {
    "attention": (
        ("attention", "A weighted mean of vectors: each token decides how much it takes from every other token."),
        ("注意力", "对一组向量求加权平均：每个词元决定从其他各词元取多少信息。"),
    ),
    "self_attention": (
        ("self-attention", "Attention between the tokens of one sentence."),
        ("自注意力", "同一个句子中各词元之间的注意力。"),
    ),
    "cross_attention": (
        ("cross-attention", "Attention of the tokens being written to the tokens of the source sentence."),
        ("交叉注意力", "正在生成的词元对源语言句子各词元的注意力。"),
    ),
    "scaled": (
        (
            "scaled dot-product attention",
            "Attention whose scores are products of queries and keys, divided by the root of their length.",
        ),
        ("缩放点积注意力", "得分为查询与键的点积，再除以其长度的平方根的注意力。"),
    ),
    "qkv": (
        (
            "query, key, value",
            "Three vectors of a token: what it looks for, what it is found by, and what it passes on.",
        ),
        ("查询、键、值", "一个词元的三个向量：它要找什么，别的词元凭什么找到它，它传递什么。"),
    ),
    "softmax": (
        ("softmax", "Turns any numbers into positive shares that sum to 1; larger numbers get larger shares."),
        ("softmax", "把任意一组数变成和为 1 的正数；数越大，所占份额越大。"),
    ),
    "weight": (
        ("attention weight", "The share that a token takes from another one; the weights of a row sum to 1."),
        ("注意力权重", "一个词元从另一个词元取信息的份额；一行的权重之和为 1。"),
    ),
    "head": (
        ("head", "One of several attentions that run in parallel in a layer, each with projections of its own."),
        ("头", "一层中并行的多个注意力之一，各有自己的投影矩阵。"),
    ),
    "multi_head": (
        ("multi-head attention", "Several heads next to each other, whose outputs are joined and projected once more."),
        ("多头注意力", "多个头并列计算，输出拼接后再投影一次。"),
    ),
    "head_importance": (
        ("head importance", "How much worse the model's predictions become if a head is switched off."),
        ("头的重要性", "关掉一个头之后，模型的预测变差多少。"),
    ),
    "role": (
        ("role of a head", "What a head mostly looks at: the token before, its own, the next, or the aligned word."),
        ("头的角色", "一个头主要看什么：前一个词元、自身、后一个词元，或与之对齐的词。"),
    ),
    "mask": (
        ("mask", "Marks the tokens that must not be attended to; their scores become minus infinity."),
        ("掩码", "标出不允许关注的词元；它们的得分被置为负无穷。"),
    ),
    "causal": (
        ("causal mask", "The mask that hides later tokens from the decoder, so that it cannot read what it predicts."),
        ("因果掩码", "让解码器看不到后面词元的掩码，使它读不到自己要预测的内容。"),
    ),
    "padding": (
        ("padding", "Empty tokens that make the sentences of a batch equally long; a mask hides them."),
        ("填充", "用空的词元把一批句子补成一样长；掩码会把它们屏蔽。"),
    ),
    "layer": (
        ("layer", "One block of attention and feed-forward network; a model stacks several with weights of their own."),
        ("层", "由注意力和前馈网络组成的一个模块；模型由若干层堆叠而成，各层权重不同。"),
    ),
    "encoder": (
        ("encoder", "The half of the model that reads the whole source sentence at once."),
        ("编码器", "模型中一次读入整个源语言句子的那一半。"),
    ),
    "decoder": (
        ("decoder", "The half of the model that writes the translation, one token after the other."),
        ("解码器", "模型中逐个词元写出译文的那一半。"),
    ),
    "memory": (
        ("memory", "The encoder's output: one vector for each source token, read by every decoder layer."),
        ("编码器输出（memory）", "编码器的输出：每个源端词元对应一个向量，供解码器各层读取。"),
    ),
    "residual": (
        ("residual connection", "Adds the input of a sub-layer to its output, so that it only has to learn a change."),
        ("残差连接", "把子层的输入加到输出上，子层只需学习改变的部分。"),
    ),
    "stream": (
        ("residual stream", "The vector of a token on its way through the layers, to which each sub-layer adds."),
        ("残差流", "一个词元的向量逐层向上，每个子层都往上面加一些内容。"),
    ),
    "norm": (
        (
            "layer normalisation",
            "Shifts and scales a token's vector to mean 0 and variance 1, then by learned factors.",
        ),
        ("层归一化", "把词元的向量平移缩放到均值 0、方差 1，再乘以学到的系数。"),
    ),
    "pre_norm": (
        (
            "pre-norm and post-norm",
            "Whether normalisation comes before a sub-layer or, as in the paper, after the sum.",
        ),
        ("pre-norm 与 post-norm", "归一化放在子层之前，或像论文那样放在残差相加之后。"),
    ),
    "feed_forward": (
        ("feed-forward network", "Two linear maps with a non-linear step between, applied to each token by itself."),
        ("前馈网络", "两个线性变换，中间加一个非线性函数，对每个词元分别计算。"),
    ),
    "embedding": (
        ("embedding", "The learned vector that stands for a token of the vocabulary."),
        ("词嵌入", "代表词表中一个词元的、学习得到的向量。"),
    ),
    "position": (
        ("positional encoding", "A vector added to each embedding, because attention alone does not see word order."),
        ("位置编码", "加到每个词嵌入上的向量，因为注意力本身看不到词序。"),
    ),
    "token": (
        ("token", "A piece of text that the model reads or writes as one: a word, a part of a word or a sign."),
        ("词元", "模型作为整体读写的一段文字：一个词、词的一部分或一个符号。"),
    ),
    "vocabulary": (
        ("vocabulary", "The list of all tokens that a model knows."),
        ("词表", "模型认识的全部词元的列表。"),
    ),
    "tokenizer": (
        ("tokenizer", "Cuts a text into tokens of the vocabulary, and joins tokens to text again."),
        ("分词器", "把文本切分成词表中的词元，也把词元还原成文本。"),
    ),
    "byte_pair": (
        ("byte-pair encoding", "Builds a vocabulary by joining the most frequent pair of tokens again and again."),
        ("字节对编码", "反复合并最常见的相邻词元对，由此得到词表。"),
    ),
    "logits": (
        ("logits", "The scores of all tokens of the vocabulary before softmax turns them into probabilities."),
        ("未归一化得分（logits）", "词表中各词元的得分，softmax 再把它们变成概率。"),
    ),
    "entropy": (
        ("entropy", "How spread out a row of shares is: 0 if one has everything, largest if all are equal."),
        ("熵", "一组份额的分散程度：集中在一处时为 0，完全均匀时最大。"),
    ),
    "nats": (
        ("nat", "The unit of logarithms to base e: a probability of 1/e costs one nat."),
        ("奈特", "以 e 为底的对数的单位：概率 1/e 对应一个奈特。"),
    ),
    "lens": (
        ("lens", "A way to weigh or attribute attention, such as the weights themselves, rollout or gradients."),
        ("视角", "衡量注意力的一种方式，例如权重本身、注意力展开或梯度。"),
    ),
    "rollout": (
        ("attention rollout", "Multiplies the attention of all layers, to follow a token back to the source words."),
        ("注意力展开", "把各层的注意力相乘，把一个词元追溯到源端的词。"),
    ),
    "heat_map": (
        ("heat map", "A table of numbers drawn as colours: the stronger the colour, the larger the number."),
        ("热力图", "用颜色画出的数表：颜色越醒目，数值越大。"),
    ),
    "dropout": (
        ("dropout", "Sets random values to 0 in training, so that the model does not rely on any single one."),
        ("随机失活", "训练时随机把一些数值置为 0，使模型不依赖其中任何一个。"),
    ),
    "smoothing": (
        ("label smoothing", "Training targets a little below 1 for the right token, so that the model is less sure."),
        ("标签平滑", "训练时正确词元的目标略低于 1，使模型不过分自信。"),
    ),
    "learning_rate": (
        ("learning rate", "The size of a training step: how far the weights move against the gradient."),
        ("学习率", "训练一步的大小：权重沿梯度的反方向移动多远。"),
    ),
    "warmup": (
        ("warm-up", "The first part of a training, in which the learning rate rises from near 0."),
        ("预热", "训练开始的一段，学习率从接近 0 逐步升高。"),
    ),
    "gradient": (
        ("gradient", "How the loss changes with each weight; training moves the weights against it."),
        ("梯度", "损失随每个权重变化的快慢；训练使权重沿其反方向移动。"),
    ),
    "accumulation": (
        ("gradient accumulation", "Adds the gradients of several small batches before one step, to save memory."),
        ("梯度累积", "把几个小批的梯度相加后再更新一步，以节省内存。"),
    ),
    "seed": (
        ("seed", "The number that random draws begin with: the same seed gives the same weights and the same order."),
        ("随机种子", "随机数的起点：种子相同，初始权重和数据次序就相同。"),
    ),
    "token_batch": (
        ("tokens per batch", "How large a batch is, counted in tokens, because sentences differ in length."),
        ("每批词元数", "批的大小，按词元计，因为句子长短不一。"),
    ),
    "adam": (
        ("Adam", "Sets the step of each weight by the mean and the spread of its recent gradients."),
        ("Adam", "按每个权重近期梯度的均值和波动，分别决定它移动多远。"),
    ),
    "clipping": (
        ("clip norm", "A gradient longer than this is shortened to it, so that one bad batch does no harm."),
        ("梯度裁剪", "梯度的长度超过这个值就缩短到这个值，避免一个异常的批带来损害。"),
    ),
    "weight_decay": (
        ("weight decay", "Each step also makes every weight a little smaller, so that none grows without need."),
        ("权重衰减", "每一步都把各个权重略微缩小，使它们不会无谓地变大。"),
    ),
    "cooldown": (
        ("cool-down", "The last part of a training, in which the learning rate falls to zero."),
        ("冷却", "训练结束前的一段，学习率降到零。"),
    ),
    "step": (
        ("step", "In decoding the making of one token; in training one update of all weights."),
        ("步", "解码时指生成一个词元；训练时指更新一次全部权重。"),
    ),
    "epoch": (
        ("epoch", "One pass of a training through all of its sentences."),
        ("轮", "训练把所有句子完整过一遍。"),
    ),
    "batch": (
        ("batch", "The sentences that are computed together in one step."),
        ("批", "一步中一起计算的若干句子。"),
    ),
    "loss": (
        ("loss", "What training makes small: how improbable the model found the right tokens, on average."),
        ("损失", "训练要减小的量：平均而言，模型认为正确词元有多不可能。"),
    ),
    "validation": (
        ("validation", "Scoring the model during a training, on sentences that it does not learn from."),
        ("验证", "训练过程中，用模型没有学过的句子给它打分。"),
    ),
    "patience": (
        ("patience", "How many validations may pass without a better loss before the training stops early."),
        ("早停耐心值", "连续多少次验证没有变好就提前停止训练。"),
    ),
    "overfitting": (
        ("overfitting", "The model learns its sentences by heart: it gets better on these, and worse on new ones."),
        ("过拟合", "模型把训练句子背了下来：在这些句子上更好，在新句子上更差。"),
    ),
    "accuracy": (
        ("accuracy", "How often the model's most probable token is the right one."),
        ("准确率", "模型认为最可能的词元恰好正确的比例。"),
    ),
    "preflight": (
        ("preflight", "Measures and judges a training before it starts: its time, its memory and risky settings."),
        ("预检", "在训练开始之前测量并判断：所需时间、内存和有风险的设置。"),
    ),
    "reference": (
        ("reference", "A translation by a person, with which the model's translation is compared."),
        ("参考译文", "人工翻译的译文，用来与模型的译文比较。"),
    ),
    "held_out": (
        ("held-out pairs", "Pairs of sentences kept out of the training, so that they show what it is worth."),
        ("留出句对", "不参加训练的句对，用来检验模型学得怎样。"),
    ),
    "checkpoint": (
        ("checkpoint", "A folder with the weights of a model, its settings and its tokenizer."),
        ("检查点", "保存模型权重、设置和分词器的文件夹。"),
    ),
    "averaging": (
        ("checkpoint averaging", "The mean of the weights of the last checkpoints, often better than the last one."),
        ("检查点平均", "对最后几个检查点的权重取平均，往往比最后一个更好。"),
    ),
    "resume": (
        ("resume", "Continue a training from its last checkpoint, as if it had not been stopped."),
        ("断点续训", "从最后一个检查点继续训练，如同没有中断过。"),
    ),
    "forcing": (
        ("teacher forcing", "In training the decoder reads the reference translation, not its own output."),
        ("教师强制", "训练时解码器读入参考译文，而不是自己的输出。"),
    ),
    "greedy": (
        ("greedy decoding", "Takes the most probable token at every step."),
        ("贪心解码", "每一步都取概率最大的词元。"),
    ),
    "beam": (
        ("beam search", "Keeps the best few unfinished translations at each step, not only the best one."),
        ("束搜索", "每一步保留最好的几个未完成的译文，而不只是最好的一个。"),
    ),
    "beam_size": (
        ("beam size", "How many unfinished translations beam search keeps; the paper uses 4."),
        ("束宽", "束搜索保留的未完成译文的个数；论文取 4。"),
    ),
    "length_penalty": (
        ("length penalty", "Divides a translation's score by a power of its length, so that short ones do not win."),
        ("长度惩罚", "把译文的得分除以其长度的幂，避免短译文占便宜。"),
    ),
    "sampling": (
        ("sampling", "Draws the next token at random, by its probability."),
        ("采样", "按概率随机抽取下一个词元。"),
    ),
    "cache": (
        ("key/value cache", "Keys and values of earlier steps, kept so that each step computes only its own token."),
        ("键值缓存", "保留前面各步的键和值，每一步只需计算自己的词元。"),
    ),
    "perplexity": (
        ("perplexity", "Among how many equally likely tokens the model seems to choose; lower is better."),
        ("困惑度", "模型相当于在多少个等可能的词元中选择；越低越好。"),
    ),
    "bleu": (
        ("BLEU", "A score from 0 to 100 for translations: how many word sequences they share with a reference."),
        ("BLEU", "译文的评分，0 到 100：与参考译文有多少相同的词序列。"),
    ),
    "chrf": (
        ("chrF", "Like BLEU, but over sequences of letters, so that other endings of a word count in part."),
        ("chrF", "与 BLEU 类似，但比较字符序列，词尾不同时也能部分得分。"),
    ),
    "ter": (
        ("TER", "How many edits of words turn a translation into its reference, for each word of it; lower is better."),
        ("TER", "把译文改成参考译文需要编辑多少次，除以参考译文的词数；越低越好。"),
    ),
    "signature": (
        ("signature", "A line that records how a score was computed, so that others can compute the same."),
        ("签名", "记录分数如何计算的一行字，他人可据此得到同样的分数。"),
    ),
    "interval": (
        (
            "confidence interval",
            "The range of the middle 95 % of the scores when the sentences are drawn again at random.",
        ),
        ("置信区间", "随机重抽句子时，居中的 95% 的分数所在的范围。"),
    ),
    "p_value": (
        ("p-value", "How likely a difference at least as large would be if both systems were equally good."),
        ("p 值", "假如两个系统一样好，出现至少这么大差异的可能性。"),
    ),
    "bootstrap": (
        (
            "paired bootstrap",
            "Draws sentences again at random, the same for both systems, to see how their difference varies.",
        ),
        ("配对自助法", "为两个系统随机重抽同样的句子一千次，看它们的差异怎样变化。"),
    ),
    "randomisation": (
        (
            "randomisation test",
            "Swaps the two translations of sentences at random: does the difference stand out from such swaps?",
        ),
        ("近似随机化", "随机交换两个系统的部分译文，看实际的差异是否比交换后的更大。"),
    ),
    "aer": (
        ("alignment error rate", "How far links between words, taken from attention, differ from those of people."),
        ("对齐错误率", "由注意力得到的词对齐与人工标注相差多少。"),
    ),
}

WORDS = {
    f"{part}.{name}": {"en": english[place], "zh": chinese[place]}
    for name, (english, chinese) in _TERMS.items()
    for place, part in enumerate(("term", "gloss"))
}
