"""Words of the lab of the paper's own training, in Chinese."""

WORDS = {
    "title": "论文的训练",
    "question": "与当前模型相比，论文的训练规模有多大？",
    "formula": r"$\text{FLOPs}\approx 6\cdot\text{参数量}\cdot\text{目标端词元数}$",
    "intro": (
        "论文的数字取自第 5.1 节、第 5.2 节以及表 2 和表 3，任务是英语到德语（450 万句对，newstest2014）。"
        "表 2 的 FLOPs 由训练时间、GPU 数量及其持续运算速度得出。公式按每个参数、每个词元计 6 次运算，"
        "包括前向和反向传播；词嵌入也计算在内，所以对小模型来说是偏高的估计。"
    ),
    "look": "看数量级。各个 BLEU 值来自不同的测试集，不能说明哪个模型更好。",
    "table": "三次训练",
    "base": "base",
    "big": "big",
    "own": "当前模型",
    "missing": "未记录",
    "parameters": "参数量",
    "steps": "步数",
    "tokens": "每步的目标端词元数",
    "flops": "FLOPs",
    "rule": "按公式估算的 FLOPs",
    "hours": "小时数（论文用 8 个 P100 GPU）",
    "bleu": "BLEU",
    "chart": "按公式估算的训练 FLOPs",
    "number.ratio": "base 与当前模型之比，按公式估算",
    "number.test_set": "当前模型的测试集",
}
