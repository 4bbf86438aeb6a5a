"""The words of Figure 1, in Chinese: the tab "The machine"."""

MACHINE: dict[str, str] = {
    "tab.machine": "模型结构",
    "machine.title": "论文图 1，填入这次翻译的数值",
    "machine.empty": "先在“翻译”标签页翻译一个句子，这里就会画出模型的结构。",
    "machine.loading": "正在读取各个模块的计算结果……",
    "machine.failed": "没有收到数值。请在第一个标签页重新翻译，或刷新页面。",
    "machine.figure.label": "图 1：左边是编码器，右边是解码器。方向键在各个模块之间移动。",
    "machine.path": "论文路线",
    "machine.play": "播放",
    "machine.pause": "暂停",
    "machine.speed": "{speed}×",
    "machine.speed.label": "播放速度：{speed}×",
    "machine.range.label": "时刻",
    "machine.mode.label": "显示内容",
    "machine.mode.generate": "逐步生成",
    "machine.mode.train": "一次读入（训练）",
    "machine.moment.encoder": "{title}",
    "machine.moment.step": "第 {step} 步，共 {steps} 步 · {title}",
    "machine.moment.train": "所有位置 · {title}",
    "machine.title.encoder": "{title}，编码器第 {layer} 层",
    "machine.title.decoder": "{title}，解码器第 {layer} 层",
    "machine.say.encoder": (
        "编码器一次读入全部 {tokens} 个源端词元。一次翻译中它只运行一遍；解码器的每一层都关注它的输出（memory）。"
    ),
    "machine.say.first_step": (
        "解码器读入 {token}。在 {layers} 层的每一层，它的键和值都存入缓存，供以后各步使用，不再重新计算。"
    ),
    "machine.say.step": (
        "解码器读入 {token}。对于前面的词元，只用到缓存中的键和值：{layers} 层中每层有 {kept} 对，其中 1 对是新的。"
        "如果没有缓存，到此为止每层要计算 {without} 对，而现在只需 {kept} 对。"
    ),
    "machine.say.softmax": "读入 {token} 之后，模型选取 {next}，概率为 {p}。下一步将读入它。",
    "machine.say.train": (
        "训练时整个目标句是已知的：解码器一次读入右移一位的全部 {tokens} 个词元，这叫教师强制（teacher forcing）。"
        "因果掩码使每个位置都看不到它要预测的词元。"
    ),
    "machine.layer": "第 {layer} 层",
    "machine.layer.of": "第 {layer} 层，共 {num_layers} 层",
    "machine.slab.encoder": "展开编码器第 {layer} 层",
    "machine.slab.decoder": "展开解码器第 {layer} 层",
    "machine.memory": "编码器输出（memory），每个解码器层都读取",
    "machine.memory.short": "编码器输出",
    "machine.cache": "缓存：{count}",
    "machine.mask": "因果掩码",
    "machine.more": "更多数值：{names}",
    "machine.top.none": "下一个词元：尚未计算",
    "machine.top.now": "第 {step} 步最可能的下一个词元",
    "machine.top.before": "第 {step} 步的结果",
    "machine.top.train": "每个下一词元的 p · 损失 {loss} 奈特",
    "machine.tokens.source": "源语言句子，一次读入",
    "machine.tokens.target": "已读入的译文；浅色：前面各步，只保留键和值；点线：尚未生成的词元",
    "machine.tokens.target.none": "译文：尚未读入；点线：尚未生成的词元",
    "machine.tokens.target.first": "已读入的译文：起始词元；点线：尚未生成的词元",
    "machine.tokens.target.last": "完整的译文；浅色：前面各步，只保留键和值",
    "machine.tokens.target.train": "目标句，右移一位：所有位置同时计算",
    "machine.tokens.target.train.none": "目标句：训练时已知，尚未读入",
    "machine.legend": (
        "每个小方图对应一个词元，画出这一侧最近算完的模块（现在是：{block}）输出的 {width} 个数：大于 0 为橙色，小于 0 "
        "为蓝色。◇ 随机失活 {dropout}：只在训练时使用，这次翻译没有用到。"
    ),
    "machine.legend.pre_norm": "这个模型在每个子层之前做归一化（pre-norm）；论文的图 1 则在子层之后。",
    "machine.order.paper": "按论文图 1 的次序显示",
    "machine.order.model": "按本模型自己的次序显示",
    "machine.order.note": (
        "论文先相加，再归一化（post-norm）。本模型在每个子层之前归一化（pre-norm），所有数值都按它自己的次序算出。"
    ),
    "machine.unfold.title": "逐步展开：从 q·k 到权重",
    "machine.unfold.steps": "计算步骤",
    "machine.unfold.play": "逐步播放",
    "machine.unfold.head": "头",
    "machine.unfold.head.n": "第 {head} 个头",
    "machine.unfold.dots": "q·k",
    "machine.unfold.scaled": "÷ √{d_k}",
    "machine.unfold.masked": "掩码",
    "machine.unfold.weights": "softmax",
    "machine.unfold.dots.says": "{query} 的查询与每个词元的键相乘：{d_k} 个乘积之和。",
    "machine.unfold.scaled.says": "除以 √{d_k}，这样 softmax 不会把全部权重放在一个键上。",
    "machine.unfold.masked.says": "后面的词元得到 −∞：{query} 不能看到还没有写出的内容。",
    "machine.unfold.weights.says": "softmax 得到总和为 1 的权重，再用它们混合各个值。",
    "machine.unfold.others": "未显示：另外 {count} 个词元，共占权重 {rest}。",
    "machine.unfold.changed": "这个头已被改动：实际使用的权重不是其得分的 softmax。",
    "machine.dropout": "随机失活",
    # What stands in the boxes
    "machine.box.embedding.encoder": "词嵌入 {table} × {scale}",
    "machine.box.embedding.decoder": "词嵌入 {table} × {scale}",
    "machine.box.position": "+ 位置编码",
    "machine.box.position.short": "+ 位置编码",
    "machine.box.norm": "层归一化",
    "machine.box.norm.final": "层归一化",
    "machine.box.add": "相加",
    "machine.box.add_norm": "相加与层归一化",
    "machine.box.heads.one": "{count} 个头",
    "machine.box.heads.many": "{count} 个头",
    "machine.box.self.encoder": "自注意力 · {heads}",
    "machine.box.self.encoder.short": "自注意力",
    "machine.box.self.decoder": "掩码自注意力 · {heads}",
    "machine.box.self.decoder.short": "掩码自注意力",
    "machine.box.cross": "交叉注意力 · {heads}",
    "machine.box.cross.short": "交叉注意力",
    "machine.box.feed_forward": "前馈网络 · {d_model} → {d_ff} → {d_model}",
    "machine.box.feed_forward.short": "前馈网络",
    "machine.box.linear": "线性层 {table} · {d_model} → {vocabulary}",
    "machine.box.linear.short": "线性层 {table}",
    "machine.box.softmax": "Softmax",
    # Titles of the explained block
    "machine.block.embedding.encoder": "源端词嵌入",
    "machine.block.embedding.decoder": "目标端词嵌入",
    "machine.block.position": "位置编码",
    "machine.block.norm": "层归一化",
    "machine.block.norm.final": "最后的层归一化",
    "machine.block.add": "残差相加",
    "machine.block.add_norm": "残差相加与层归一化",
    "machine.block.self.encoder": "自注意力",
    "machine.block.self.decoder": "掩码自注意力",
    "machine.block.cross": "交叉注意力",
    "machine.block.feed_forward": "前馈网络",
    "machine.block.linear": "线性层",
    "machine.block.softmax": "Softmax",
    # What they do
    "machine.explain.embedding.encoder": (
        "每个源端词元变成一个 {d_model} 维的向量：在学得的词嵌入表中查出它的那一行{times}。"
    ),
    "machine.explain.embedding.decoder": (
        "解码器先读入起始符号，再依次读入译文的词元，即右移一位的译文。每个词元在表中查出它的那一行{times}。"
    ),
    "machine.explain.position": (
        "注意力不知道输入的顺序。因此要在每个词元的词嵌入（embedding）上，加一个只取决于位置的向量，"
        "即位置编码（positional encoding）。"
    ),
    "machine.explain.norm": (
        "每个词元的向量先平移、缩放到均值为 0、方差为 1，再乘以学得的增益，加上学得的偏置，这就是层归一化（layer "
        "normalisation）。这个模型采用 pre-norm：归一化的结果只送入子层，残差连接从旁边绕过。"
    ),
    "machine.explain.norm.final": "Pre-norm 模型在各层内部从不对残差流作归一化，因此在最后一层之后再做一次层归一化。",
    "machine.explain.add": (
        "子层的结果加到它的输入上，这就是残差连接（residual connection）。残差流不受其他改动：每一层只往上面加。"
    ),
    "machine.explain.add_norm": (
        "子层的结果加到它的输入上，这就是残差连接（residual connection）；相加之后再作归一化，与论文相同（post-norm）。"
    ),
    "machine.explain.self.encoder": (
        "每个源端词元都关注所有源端词元，这就是自注意力（self-attention）。查询（query）、"
        "键（key）和值（value）是同样 {source} 个向量的三种投影，分给 {heads}，每个头宽 {d_k}。"
    ),
    "machine.explain.self.decoder": (
        "每个目标端词元关注自身和前面的词元。后面的词元用掩码（mask）屏蔽：训练时它们就在输入中，但不能看到。"
    ),
    "machine.explain.cross": (
        "解码器提问，编码器回答，这就是交叉注意力（cross-attention）：查询来自已读入的目标端词元，"
        "键和值是编码器输出（memory）的投影。"
    ),
    "machine.explain.feed_forward": (
        "前馈网络（feed-forward network）由两个线性层组成，中间是 {unit}。它以同样的参数作用于每个位置，不看其他位置。"
    ),
    "machine.explain.linear": "解码器在每个位置的向量乘以输出表：词表的 {vocabulary} 个词元各得一个数，称为 logit。",
    "machine.explain.softmax": "Softmax 把 logit 变成总和为 1 的概率；搜索据此选取下一个词元。",
    # What a model may do otherwise than the paper
    "machine.scaled": "，再乘以 √{d_model} = {root}",
    "machine.unscaled": "，没有论文中的因子 √{d_model}",
    "machine.unit.relu": "ReLU",
    "machine.unit.gelu": "GELU",
    "machine.unit.swish": "Swish",
    "machine.inner.relu": r"$\max(0,\,x\,W_1+b_1)$",
    "machine.inner.gelu": r"$\operatorname{GELU}(x\,W_1+b_1)$",
    "machine.inner.swish": r"$\operatorname{Swish}(x\,W_1+b_1)$",
    # Formulas and where they stand in the paper
    "machine.tying.three-way": "源端和目标端共用一张表 E；线性层使用它的转置。",
    "machine.tying.two-way": "目标端的词嵌入用表 E₂，线性层使用它的转置；源端有自己的表 E₁。",
    "machine.tying.none": "没有共享：源端用表 E₁，目标端用表 E₂，线性层用 W。",
    "machine.factor": r"$\sqrt{d_{\text{model}}}\cdot$",
    "machine.formula.embedding.encoder": r"$x=\;${factor}$\text{@table@}[\text{词元}]$",
    "machine.formula.embedding.decoder": r"$x=\;${factor}$\text{@table@}[\text{词元}]$",
    "machine.formula.position": (
        r"$x+\text{PE}(\text{pos})$"
        "\n"
        r"$\text{PE}(\text{pos},2i)=\sin(\text{pos}/10000^{2i/d_{\text{model}}})$"
        "\n"
        r"$\text{PE}(\text{pos},2i+1)=\cos(\text{pos}/10000^{2i/d_{\text{model}}})$"
    ),
    "machine.formula.norm": r"$\operatorname{LayerNorm}(x)=g\cdot\frac{x-\text{均值}}{\sqrt{\text{方差}+\epsilon}}+b$",
    "machine.formula.norm.final": (
        r"$\operatorname{LayerNorm}(x)=g\cdot\frac{x-\text{均值}}{\sqrt{\text{方差}+\epsilon}}+b$"
    ),
    "machine.formula.add": r"$x+\operatorname{Sublayer}(\operatorname{LayerNorm}(x))$",
    "machine.formula.add_norm": r"$\operatorname{LayerNorm}(x+\operatorname{Sublayer}(x))$",
    "machine.formula.self.encoder": r"$\operatorname{softmax}(\,\frac{QK^{\top}}{\sqrt{\text{@d_k@}}}\,)V$",
    "machine.formula.self.decoder": (
        r"$\operatorname{softmax}(\operatorname{mask}(\,\frac{QK^{\top}}{\sqrt{\text{@d_k@}}}\,))V$"
    ),
    "machine.formula.cross": r"$\operatorname{softmax}(\,\frac{QK^{\top}}{\sqrt{\text{@d_k@}}}\,)V$",
    "machine.formula.feed_forward": r"$\operatorname{FFN}(x)=\;${inner}$\;W_2+b_2$",
    "machine.formula.linear": r"$\text{logits}=x\,\text{@table@@bias@}$",
    "machine.formula.softmax": r"$p(\text{词元})=\frac{\exp(\text{logit})}{\sum\exp(\text{logits})}$",
    "machine.section.embedding.encoder": "第 3.4 节",
    "machine.section.embedding.decoder": "第 3.4 节",
    "machine.section.position": "第 3.5 节",
    "machine.section.norm": "第 3.1 节；论文把它放在子层之后，这里放在子层之前",
    "machine.section.norm.final": "论文中没有：论文采用 post-norm",
    "machine.section.add": "第 3.1 节；论文在相加之后作层归一化，这里没有",
    "machine.section.add_norm": "第 3.1 节",
    "machine.section.self.encoder": "第 3.2 节，式 1",
    "machine.section.self.decoder": "第 3.2.3 节，式 1",
    "machine.section.cross": "第 3.2.3 节，式 1",
    "machine.section.feed_forward": "第 3.3 节，式 2",
    "machine.section.linear": "第 3.4 节",
    "machine.section.softmax": "第 3.4 节",
    # What they did here
    "machine.did.attention": "此处：第 {head} 个头中，{query} 最关注 {key}，权重 {weight}。",
    "machine.did.added": "加上子层的结果之后，{token} 的残差流的范数从 {before} 变为 {after}，方向转过 {angle}°。",
    "machine.did.changed": "{token} 的向量：范数原为 {before}，现为 {after}，方向转过 {angle}°。",
    "machine.cache.self.decoder.one": "这一步：1 个查询，缓存中有 1 对键和值，是新的。",
    "machine.cache.self.decoder.many": "这一步：1 个查询，对缓存中的 {kept} 对键和值，其中 1 对是新的。",
    "machine.cache.cross.one": "这一步：1 个查询，对 {source} 对键和值，它们由编码器输出算出，只算一次。",
    "machine.cache.cross.many": "这一步：1 个查询，对 {source} 对键和值，它们由编码器输出算出，只算一次。",
    "machine.whole": (
        "下面的形状和图属于一次读入全部 {target} 个目标端词元的计算（教师强制，teacher forcing）。"
        "因果掩码使每一行与用缓存逐步计算的结果相同；这一步对应第 {row} 行，共 {target} 行，已加框。"
    ),
    # Tensors
    "machine.axis.source": "{size} 个源端词元",
    "machine.axis.target": "{size} 个目标端词元",
    "machine.axis.d_model": "d_model {size}",
    "machine.axis.heads": "{heads}",
    "machine.axis.d_k": "d_k {size}",
    "machine.axis.d_v": "d_v {size}",
    "machine.axis.d_ff": "d_ff {size}",
    "machine.axis.top": "{vocabulary} 个词元中最大的 {size} 个",
    "machine.role.input": "输入",
    "machine.role.memory": "编码器输出",
    "machine.role.query": "查询 Q",
    "machine.role.key": "键 K",
    "machine.role.value": "值 V",
    "machine.role.attention": "注意力权重 A",
    "machine.role.hidden": "{unit} 之后",
    "machine.role.tokens": "词嵌入",
    "machine.role.positions": "位置编码",
    "machine.role.added": "子层的结果",
    "machine.role.sum": "和",
    "machine.role.logits": "logit",
    "machine.role.output": "输出",
    "machine.tensor.hint": "颜色从 −{end}（蓝）到 {end}（橙）",
    "machine.tensor.hint.beyond": "±{end} 处颜色最深；超出的数有 {beyond} 个，最大到 ±{most}",
    "machine.tensor.label": "{name} {shape}：用方向键逐个读数",
    "machine.tensor.cell": "{token}，第 {component} 个数：{value}",
    "machine.tensor.cell.head": "{token}，第 {head} 个头，第 {component} 个数：{value}",
    "machine.heads.hint": "行：查询，列：键；每行之和为 1",
    "machine.heads.one": "第 {head} 个头的权重：用方向键逐个读数",
    "machine.heads.name": "头 {head}",
    "machine.heads.cell": "第 {head} 个头，{query} → {key}：{weight}",
    "machine.top.logits": "第 {step} 步最大的 logit",
    "machine.top.probabilities": "第 {step} 步最大的概率",
    "machine.wait": "正在读取数值……",
    "machine.wait.playing": "暂停播放即可查看这一块的数值。",
    "machine.by_hand": "手算第 {head} 个头：",
    "machine.by_hand.notebook": "笔记本",
    "machine.by_hand.workbook": "工作簿",
    "machine.by_hand.worksheet": "练习页",
    "machine.link.heads": "在“翻译”标签页查看它的头",
    "machine.link.masks": "掩码",
    "machine.link.softmax": "为什么除以 √d_k",
    "machine.link.positional": "位置编码详解",
    "machine.link.embedding_lookup": "词嵌入详解",
    "machine.link.layer_norm": "手算层归一化",
    "machine.link.feed_forward": "前馈网络详解",
    "machine.link.residual": "每个子层加上了什么",
    "machine.link.sampling": "温度、top-k 和 top-p",
}
