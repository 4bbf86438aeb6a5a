"""Words of "Train" about what is done with runs, in Chinese: queue, resume, use, compare, export."""

TRAIN_TOOLS: dict[str, str] = {
    "train.runs.drawn": "已画入图中",
    "train.message.begins": "还没有保存任何内容：“继续训练”将从第 0 步重新开始。",
    "preflight.warning.epochs_many": (
        "{steps:,} 步相当于 {epochs:,.0f} 轮：同样的 {pairs:,} 个句对，模型反复见到，就会死记下来。请减少步数，"
        "或增加文本。"
    ),
    "preflight.warning.validation_few": (
        "只有 {pairs:,} 个验证句对：它们的得分大多是噪声。至少要有 {fewest} 个，BLEU 才可靠。"
    ),
    "preflight.warning.validation_none": "没有验证句对：模型是否死记文本无从看出，也不会保留验证损失最低的检查点。",
    "preflight.warning.parameters_many": (
        "模型的参数（{parameters:,} 个）比文本的词元（{tokens:,} 个）还多：它可以把文本死记下来。模型小一些，"
        "或文本多一些，泛化得更好。"
    ),
    "train.start.queue": "加入队列",
    "train.use": "用它翻译",
    "train.use_best": "用验证损失最低时的模型",
    "train.again": "以这些设置新建训练",
    "train.again.changed": "表单中没有这些设置，新的训练会使用其他的值：{settings}。命令行可以设置全部选项。",
    "preflight.queued": "已加入队列，排第 {place}。",
    "preflight.queued.warnings": "对这些设置的警告：",
    "preflight.remedy": "修改设置：{values}",
    "preflight.remedy.value": "{setting}改为 {value}",
    "preflight.remedy.and": "，",
    "train.outlook": "在这台机器上大约需要 {time}，这是初步估计；预检会实际测量。",
    "train.outlook.run": "在这台机器上大约需要 {time}，按“{run}”的速度估计。",
    "train.memory.title": "内存可能不够：",
    "train.memory.again": "系统可能会终止这样的训练。如果仍要开始，请再按一次按钮。",
    "train.hub.missing": (
        "使用 Hugging Face Hub 的数据集需要 datasets 库，版本不低于 {oldest}，这里没有安装：pip install "
        "'datasets>={oldest}'。安装之后，请重新启动程序。"
    ),
    # Settings that are not in the form
    "train.settings.of.hold_out": "留出验证句对",
    "train.settings.of.src_column": "源语言列",
    "train.settings.of.tgt_column": "目标语言列",
    "train.settings.of.src_lang": "源语言",
    "train.settings.of.tgt_lang": "目标语言",
    "train.settings.of.unescape": "还原 HTML 实体",
    "train.settings.of.max_tokens": "句子最多词元数",
    "train.settings.of.vocab_pairs": "学习词表的句对数",
    "train.settings.of.task_pairs": "生成任务每轮句对数",
    "train.settings.of.valid_pairs": "生成任务的验证句对数",
    "train.settings.of.attention_dropout": "注意力权重的随机失活率",
    "train.settings.of.max_positions": "最多位置数",
    "train.settings.of.scale_scores": "分数除以 √d_k",
    "train.settings.of.max_minutes": "最长分钟数",
    "train.settings.of.guided_alignment": "词对齐",
    "train.settings.of.guided_layer": "由词对齐引导的层",
    "train.settings.of.guided_head": "由词对齐引导的头",
    "train.settings.of.guided_weight": "词对齐损失的权重",
    "train.settings.of.adam_beta1": "Adam β₁",
    "train.settings.of.adam_beta2": "Adam β₂",
    "train.settings.of.adam_eps": "Adam ε",
    "train.settings.of.compile": "编译",
    "train.settings.of.checkpoint_every": "每隔几步存检查点",
    "train.settings.of.keep_checkpoints": "保留的检查点数",
    "train.settings.of.report_every": "每隔几步报告",
    "train.settings.of.validation_sentences": "计算 BLEU 的句子数",
    "train.settings.of.sample_sentences": "示例句子数",
    "train.settings.of.snapshot_sentences": "快照句子数",
}
