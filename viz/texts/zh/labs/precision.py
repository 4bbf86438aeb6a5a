"""Words of the lab of number formats, in Chinese."""

WORDS = {
    "title": "bf16、fp16 和 fp32",
    "question": "既然乘积可以用 16 位计算，优化器为什么要用 32 位保存权重？",
    "intro": (
        "尾数位少的格式，相邻两个数之间的间隔很大。小于半个间隔的更新会舍入回原来的权重：无论重复多少次，"
        "它都会消失。bf16 的范围与 fp32 相同，有七个尾数位；fp16 有十个尾数位，但最大只到 65,504。因此，"
        "训练要在 fp32 中保留一份权重。"
    ),
    "look": (
        "一条水平线：权重完全不动。调小权重或调大更新，直到它开始移动，而且每次移动整数个间隔。"
        "求和也会同样停止增长：一旦和的半个间隔大于下一个数，和就不再变化；所以项数很多的和也用 32 位保存。"
    ),
    "power.label": "权重，10 的幂次",
    "update.label": "更新，10 的幂次",
    "format.label": "权重的格式",
    "format.bf16": "bf16",
    "format.fp16": "fp16",
    "format.fp32": "fp32",
    "steps.label": "步数",
    "chart": "反复施加同一个更新，用 {format} 存储",
    "step": "步",
    "weight": "权重",
    "exact": "精确值",
    "stored": "每步存储并舍入",
    "sums": "逐个累加许多个 {update}，所得的和与精确和之比",
    "terms": "累加的个数",
    "share": "占精确和的比例",
    "table": "各种格式中的权重",
    "held": "存储的权重",
    "error": "相对误差",
    "spacing": "到下一个数的间隔",
    "moved": "一次更新的移动量",
    "ranges": "各种格式的范围",
    "least": "最小的正数",
    "largest": "最大的数",
    "reading.moves": "更新 {update} 足以移动这个权重：半个间隔是 {half}。",
    "reading.vanishes": "更新 {update} 消失了：半个间隔是 {half}。",
    "number.weight": "权重",
    "number.update": "更新",
    "number.moved": "一次更新使存储的权重移动多少",
    "number.half": "该权重处的半个间隔",
}
