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
}
