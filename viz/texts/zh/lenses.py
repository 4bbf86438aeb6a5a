"""The words of the lenses, in Chinese: a short name, what each can and cannot say, and the unit of its numbers."""

LENSES: dict[str, str] = {
    "attention.lens.hint": (
        "在同样的视图中显示其他度量。注意力本身不是解释：它显示一个头关注哪里，但不说明模型为什么产生某个词。"
    ),
    "attention.lens.weights": "权重",
    "attention.lens.weights.note": "一个头怎样把注意力分配到各词元上；各行之和为 1。",
    "attention.lens.weights.limits": "它不衡量一个词元有多重要：权重大，所乘的向量可能极小，而且信息还可以走其他路径。",
    "attention.lens.scores": "得分",
    "attention.lens.scores.note": "softmax 的输入：查询与键的乘积，按模型的方式缩放。",
    "attention.lens.scores.limits": (
        "只有同一行内的差值有意义。得分接近 0 不等于被屏蔽：被屏蔽的单元格画斜线，没有数值。"
    ),
    "attention.legend.scores": "得分，已缩放",
    "attention.lens.value_norm": "权重 × 值的范数",
    "attention.lens.value_norm.note": (
        "一个头为每个词元加上的向量的长度（Kobayashi et al. 2020）：权重大而向量短，加上的就少。"
    ),
    "attention.lens.value_norm.limits": "它不显示向量的方向，不显示各头是否互相抵消，也不显示后面各层的作用。",
    "attention.lens.rollout": "注意力展开",
    "attention.lens.rollout.note": (
        "权重在各头上取均值，再逐层追溯到读入的词元（Abnar and Zuidema 2020；"
        "经过交叉注意力的部分按 Chefer et al. 2021）。"
    ),
    "attention.lens.rollout.limits": (
        "它假设每个块一半是残差、一半是注意力，因此源语言句子所占的总份额由这条规则决定，而不由模型决定。"
    ),
    "attention.lens.alti": "ALTI+",
    "attention.lens.alti.note": (
        "每个词元的贡献与一个块的整个输出（含残差和归一化）有多接近，"
        "并逐层追溯（Ferrando et al. 2022）：每一步的贡献分配给源语言句子和目标端前缀。"
    ),
    "attention.lens.alti.limits": "它不考虑前馈层，也不考虑正负号：有助与有害看起来一样。",
    "attention.lens.gradient": "梯度 × 注意力",
    "attention.lens.gradient.note": (
        "某一步的词元的对数概率（对编码器而言，是整个译文的对数概率）对某个权重的变化率，再乘以该权重：有助则为正。"
    ),
    "attention.lens.gradient.limits": "这是在一个点上的线性近似，可能反映不出大改动的效果。",
    "attention.legend.gradient": "梯度 × 注意力，奈特",
    "attention.lens.occlusion": "遮挡",
    "attention.lens.occlusion.note": (
        "在所有注意力中遮住一个源端词元时，每个目标端词元损失的对数概率：这是实验，因此用作其他视角的参照。"
    ),
    "attention.lens.occlusion.limits": "两个互相冗余的词元可能都得 0，而且模型从未在有空缺的句子上训练过。",
    "attention.legend.occlusion": "损失的对数概率，奈特",
    "attention.lens.agreement": "与遮挡的秩相关系数：{mean}",
    "attention.lens.agreement.hint": (
        "各源端词元（不计结束符号）的斯皮尔曼秩相关系数，对各步取均值：1 表示顺序相同，0 表示无关，−1 表示顺序相反。"
        "不带正负号的视角与损失的大小比较。"
    ),
}
