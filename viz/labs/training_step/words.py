"""Words of the lab of one training step."""

WORDS = {
    "title": {"en": "One training step", "zh": "一步训练"},
    "question": {
        "en": "What happens to a model in one step of its training, and in a hundred?",
        "zh": "训练一步，模型会怎样？一百步呢？",
    },
    "formula": (
        r"$\theta\leftarrow\theta-lrate\cdot\frac{\hat m}{\sqrt{\hat v}+10^{-9}}\qquad "
        r"g=\nabla_\theta\,\frac{1}{N}\sum_{t=1}^{N}\ell_t$"
    ),
    "intro": {
        "en": (
            "Two sentence pairs, the translation at hand and one more, go through the model with teacher "
            "forcing. The smoothed loss of all N labels is differentiated, Adam turns the gradient into an "
            "update, and the loss is measured again. Loss, schedule and optimiser are those of this project's "
            "training, with the settings of the loaded model; the steps move a copy. Dropout is off, so that the "
            "same question has the same answer, and Adam's moments begin at zero: a checkpoint does not keep "
            "them."
        ),
        "zh": (
            "两个句对，即当前的译文和另外一个，用教师强制送入模型。对全部 N 个标签的平滑损失求导，Adam 把梯度变成更新，"
            "然后再测一次损失。损失、学习率调度和优化器都与本项目的训练相同，采用当前模型的设置；更新的是一个副本。"
            "随机失活已关闭，所以同样的设置得到同样的结果；Adam 的矩从 0 开始，因为检查点不保存它们。"
        ),
    },
    "look": {
        "en": (
            "the size of an update: Adam's first step moves most weights by about the learning rate, however "
            "small their gradients are. So a step at full rate can raise the loss of the loaded model, which has "
            "little left to learn from these pairs. Then take a hundred steps of a fresh model: the loss of the "
            "pairs comes down towards the least that smoothing allows, and not to 0 unless ε is 0."
        ),
        "zh": (
            "看更新的大小：Adam 的第一步使大多数权重移动约一个学习率，不论它们的梯度多小。所以以完整的学习率走一步，"
            "可能使当前模型的损失上升，因为它从这两个句对中已经没有多少可学的。再让一个未经训练的模型走一百步："
            "句对的损失下降，趋近平滑所允许的最小值；除非 ε 为 0，它到不了 0。"
        ),
    },
    "model.label": {"en": "Weights", "zh": "权重"},
    "model.loaded": {"en": "the loaded model's", "zh": "当前模型的"},
    "model.fresh": {"en": "fresh, drawn at random", "zh": "未经训练，随机抽取"},
    "steps.label": {"en": "Steps", "zh": "步数"},
    "steps.1": {"en": "one", "zh": "一步"},
    "steps.10": {"en": "ten times", "zh": "十步"},
    "steps.100": {"en": "a hundred times", "zh": "一百步"},
    "at.label": {"en": "Step of the schedule", "zh": "学习率取第几步"},
    "at.info": {
        "en": "Sets the learning rate (Eq. 3) of the first update; begins at the peak.",
        "zh": "决定第一次更新的学习率（式 3）；初始为峰值处。",
    },
    "kind.label": {"en": "Attention", "zh": "注意力"},
    "kind.encoder": {"en": "Encoder", "zh": "编码器"},
    "kind.decoder": {"en": "Decoder", "zh": "解码器"},
    "kind.cross": {"en": "Cross", "zh": "交叉"},
    "layer.label": {"en": "Layer", "zh": "层"},
    "head.label": {"en": "Head", "zh": "头"},
    "pairs": {"en": "The two pairs", "zh": "两个句对"},
    "source": {"en": "source", "zh": "源语言句子"},
    "labels": {"en": "labels", "zh": "标签"},
    "tokens": {"en": "Smoothed loss of each label", "zh": "每个标签的平滑损失"},
    "nats": {"en": "nats", "zh": "奈特"},
    "before": {"en": "before", "zh": "之前"},
    "after": {"en": "after", "zh": "之后"},
    "curve": {"en": "Mean smoothed loss", "zh": "平均平滑损失"},
    "steps_taken": {"en": "steps taken", "zh": "已走的步数"},
    "least": {"en": "least possible", "zh": "可能的最小值"},
    "attention": {"en": "Attention of the head, first pair", "zh": "该头的注意力，第一个句对"},
    "query": {"en": "query", "zh": "查询"},
    "key": {"en": "key", "zh": "键"},
    "loss_by_hand": {
        "en": "The loss of the first label, {token}, before the first step",
        "zh": "第一个标签“{token}”在第一步之前的损失",
    },
    "uniform_line": {
        "en": "mean of −ln p over {vocabulary} tokens = {value}",
        "zh": "−ln p 在 {vocabulary} 个词元上的均值 = {value}",
    },
    "rate_by_hand": {"en": "The learning rate at step {step} of the schedule", "zh": "按式 3，第 {step} 步的学习率"},
    "weight_by_hand": {
        "en": (
            "Adam's first update of one weight: row {row}, column {column} of the head's W^Q, where the gradient is "
            "largest"
        ),
        "zh": "Adam 对一个权重的第一次更新：该头的 W^Q 的第 {row} 行、第 {column} 列，梯度最大处",
    },
    "moved_line": {"en": "moved by {value}, as stored in 32 bits", "zh": "移动了 {value}，以 32 位存储"},
    "parts": {
        "en": "The first step, by part: norm of the gradient, mean of |m|, root of the mean of v, norm of the update",
        "zh": "第一步，按部分：梯度的范数，|m| 的均值，v 的均值的平方根，更新的范数",
    },
    "part": {"en": "part", "zh": "部分"},
    "gradient": {"en": "gradient", "zh": "梯度"},
    "first": "|m|",
    "second": "√v",
    "update": {"en": "update", "zh": "更新"},
    "part.embedding": {"en": "embeddings and output", "zh": "词嵌入和输出"},
    "part.positions": {"en": "learned positions", "zh": "可学习的位置编码"},
    "part.encoder_self": {"en": "encoder self-attention", "zh": "编码器自注意力"},
    "part.encoder_feed_forward": {"en": "encoder feed-forward", "zh": "编码器前馈网络"},
    "part.encoder_norms": {"en": "encoder norms", "zh": "编码器归一化"},
    "part.decoder_self": {"en": "decoder self-attention", "zh": "解码器自注意力"},
    "part.decoder_cross": {"en": "cross-attention", "zh": "交叉注意力"},
    "part.decoder_feed_forward": {"en": "decoder feed-forward", "zh": "解码器前馈网络"},
    "part.decoder_norms": {"en": "decoder norms", "zh": "解码器归一化"},
    "part.all": {"en": "whole model", "zh": "整个模型"},
    "column.self": {"en": "self", "zh": "自注意力"},
    "column.cross": {"en": "cross", "zh": "交叉注意力"},
    "column.feed_forward": {"en": "feed-forward", "zh": "前馈网络"},
    "column.norms": {"en": "norms", "zh": "归一化"},
    "layer_axis": {"en": "layer", "zh": "层"},
    "layer_gradients": {"en": "Norm of the gradient", "zh": "梯度的范数"},
    "layer_updates": {"en": "Norm of the update over that of the weights", "zh": "更新的范数与权重的范数之比"},
    "heads": {"en": "Norm of the gradient of each head's four projections", "zh": "每个头的四个投影的梯度的范数"},
    "site": {"en": "attention", "zh": "注意力"},
    "head_axis": {"en": "head", "zh": "头"},
    "reading": {
        "en": "The mean smoothed loss goes from {before} to {after} nats per label. Steps taken: {steps}.",
        "zh": "平均平滑损失从每个标签 {before} 奈特变为 {after} 奈特。走了 {steps} 步。",
    },
    "fewer": {
        "en": "More than {steps} of the {asked} steps would take too long for this model and these sentences.",
        "zh": "要求 {asked} 步，但对这个模型和这两个句对，超过 {steps} 步就耗时太长。",
    },
    "number.loss_before": {"en": "Smoothed loss before (nats per label)", "zh": "之前的平滑损失（奈特/标签）"},
    "number.loss_after": {"en": "Smoothed loss after", "zh": "之后的平滑损失"},
    "number.plain_before": {"en": "Plain cross-entropy before", "zh": "之前的普通交叉熵"},
    "number.plain_after": {"en": "Plain cross-entropy after", "zh": "之后的普通交叉熵"},
    "number.least": {
        "en": "Least smoothed loss that any model can have, for this ε",
        "zh": "采用这个 ε 时，任何模型所能达到的最小平滑损失",
    },
    "number.uniform": {"en": "ln V: plain cross-entropy of uniform probabilities", "zh": "ln V：均匀概率的普通交叉熵"},
    "number.rate": {"en": "Learning rate of the first step", "zh": "第一步的学习率"},
    "number.norm": {"en": "Norm of the whole gradient, first step", "zh": "整个梯度的范数，第一步"},
    "number.size": {
        "en": "Mean size of an update over the learning rate, first step",
        "zh": "更新的平均大小与学习率之比，第一步",
    },
    "number.moved": {"en": "Share of weights that the first step moves", "zh": "第一步所移动的权重的比例"},
    "number.change": {"en": "Largest change of an attention weight", "zh": "注意力权重的最大变化"},
}
