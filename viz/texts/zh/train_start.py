"""Chinese: the words of a training that starts from a checkpoint."""

TRAIN_START: dict[str, str] = {
    "train.start_from.label": "初始权重",
    "train.start_from.info": (
        "随机权重，或者从一个检查点继续训练：沿用它的模型结构和词表，"
        "学习率建议取五分之一，且不超过它自己训练时的峰值，以减少遗忘。"
    ),
    "train.start_from.random": "随机权重",
    "train.start_from.given": "由 {name} 决定。",
    "train.parameters.start": "{parameters} 个参数，使用 {name} 的词表 · 约 {megabytes} MB",
    "train.compared": "训练前后",
    "train.compared.note": (
        "本训练任务的起点检查点与训练完成的模型，分别在旧数据的句对和本任务的验证句对上评分。贪心解码；"
        "括号内是 BLEU 变化的 95% 区间，由对句子重抽样得到。困惑度按词元计算。"
    ),
    "train.compared.coming": (
        "本训练任务从 {name} 开始。训练结束时，两个模型都会在旧句对和新句对上评分，显示学到了什么，又忘记了什么。"
    ),
    "train.compared.off": "没有比较：验证时不翻译句子。",
    "train.compared.set": "句对",
    "train.compared.measure": "得分",
    "train.compared.before": "训练前",
    "train.compared.after": "训练后",
    "train.compared.change": "变化",
    "train.compared.new": "新：验证集，{sentences} 个句对",
    "train.compared.sample": "旧：本项目的句子，{sentences} 个句对",
    "train.compared.old": "旧：{set}，{sentences} 个句对",
    "train.compared.interval": "{change}（{low} 至 {high}）",
    "train.compared.bleu": "BLEU",
    "train.compared.chrf": "chrF",
    "train.compared.perplexity": "困惑度",
    "train.compared.checkpoint": "一个检查点",
}
