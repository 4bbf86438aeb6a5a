"""Words of the lab of the paper's own training."""

WORDS = {
    "title": {"en": "The paper's training", "zh": "论文的训练"},
    "question": {
        "en": "How large was the training of the paper, against that of the loaded model?",
        "zh": "与当前模型相比，论文的训练规模有多大？",
    },
    "formula": {
        "en": r"$\text{FLOPs}\approx 6\cdot\text{parameters}\cdot\text{target tokens}$",
        "zh": r"$\text{FLOPs}\approx 6\cdot\text{参数量}\cdot\text{目标端词元数}$",
    },
    "intro": {
        "en": (
            "The paper's numbers are those of sections 5.1 and 5.2 and of Tables 2 and 3, for English to German "
            "(4.5 million pairs, newstest2014). The FLOPs of Table 2 come from training time, number of GPUs and "
            "their sustained speed. The rule counts 6 operations for each parameter and token, forward and "
            "backward; embeddings are counted too, so it is an upper estimate for small models."
        ),
        "zh": (
            "论文的数字取自第 5.1 节、第 5.2 节以及表 2 和表 3，任务是英语到德语（450 万句对，newstest2014）。"
            "表 2 的 FLOPs 由训练时间、GPU 数量及其持续运算速度得出。公式按每个参数、每个词元计 6 次运算，"
            "包括前向和反向传播；词嵌入也计算在内，所以对小模型来说是偏高的估计。"
        ),
    },
    "look": {
        "en": (
            "the orders of magnitude. BLEU values are of different test sets and say nothing about which model is "
            "better."
        ),
        "zh": "看数量级。各个 BLEU 值来自不同的测试集，不能说明哪个模型更好。",
    },
    "continued": {
        "en": (
            "The loaded model was trained in several runs: this one began with trained weights ({start}), and the "
            "numbers are of this run alone."
        ),
        "zh": "当前模型经过多次训练：最近一次从已训练好的权重（{start}）开始，这里的数字只包括这一次。",
    },
    "table": {"en": "Three trainings", "zh": "三次训练"},
    "base": "base",
    "big": "big",
    "own": {"en": "loaded model", "zh": "当前模型"},
    "missing": {"en": "not recorded", "zh": "未记录"},
    "parameters": {"en": "parameters", "zh": "参数量"},
    "steps": {"en": "steps", "zh": "步数"},
    "tokens": {"en": "target tokens a step", "zh": "每步的目标端词元数"},
    "flops": "FLOPs",
    "rule": {"en": "FLOPs by the rule", "zh": "按公式估算的 FLOPs"},
    "hours": {"en": "hours (8 P100 GPUs for the paper)", "zh": "小时数（论文用 8 个 P100 GPU）"},
    "bleu": "BLEU",
    "chart": {"en": "FLOPs of the training by the rule", "zh": "按公式估算的训练 FLOPs"},
    "number.ratio": {"en": "Base over loaded model, by the rule", "zh": "base 与当前模型之比，按公式估算"},
    "number.test_set": {"en": "Test set of the loaded model", "zh": "当前模型的测试集"},
}
