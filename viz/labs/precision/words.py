"""Words of the lab of number formats."""

WORDS = {
    "title": {"en": "bf16, fp16 and fp32", "zh": "bf16、fp16 和 fp32"},
    "question": {
        "en": "Why do optimisers keep weights in 32 bits even if the products are computed in 16?",
        "zh": "既然乘积可以用 16 位计算，优化器为什么要用 32 位保存权重？",
    },
    "intro": {
        "en": (
            "A format with few bits behind the point has wide gaps between neighbouring numbers. An update of "
            "less than half a gap rounds back to the same weight: it vanishes, however often it is made. bf16 "
            "has the range of fp32 and seven bits behind the point; fp16 has ten, but ends at 65,504. Training "
            "keeps a copy of the weights in fp32 for this reason."
        ),
        "zh": (
            "尾数位少的格式，相邻两个数之间的间隔很大。小于半个间隔的更新会舍入回原来的权重：无论重复多少次，"
            "它都会消失。bf16 的范围与 fp32 相同，有七个尾数位；fp16 有十个尾数位，但最大只到 65,504。因此，"
            "训练要在 fp32 中保留一份权重。"
        ),
    },
    "look": {
        "en": (
            "a flat line: the weight does not move at all. Lower the weight or raise the update until it moves, "
            "then by whole gaps. A sum stops growing in the same way once half of its gap is larger than the "
            "next number; so sums of many terms, too, are kept in 32 bits."
        ),
        "zh": (
            "一条水平线：权重完全不动。调小权重或调大更新，直到它开始移动，而且每次移动整数个间隔。"
            "求和也会同样停止增长：一旦和的半个间隔大于下一个数，和就不再变化；所以项数很多的和也用 32 位保存。"
        ),
    },
    "power.label": {"en": "Weight, as a power of 10", "zh": "权重，10 的幂次"},
    "update.label": {"en": "Update, as a power of 10", "zh": "更新，10 的幂次"},
    "format.label": {"en": "Format of the weight", "zh": "权重的格式"},
    "format.bf16": "bf16",
    "format.fp16": "fp16",
    "format.fp32": "fp32",
    "steps.label": {"en": "Steps", "zh": "步数"},
    "chart": {
        "en": "The same update again and again, stored in {format}",
        "zh": "反复施加同一个更新，用 {format} 存储",
    },
    "step": {"en": "step", "zh": "步"},
    "weight": {"en": "weight", "zh": "权重"},
    "exact": {"en": "exact", "zh": "精确值"},
    "stored": {"en": "stored and rounded at each step", "zh": "每步存储并舍入"},
    "sums": {
        "en": "Sum of many numbers {update}, added one by one, over the exact sum",
        "zh": "逐个累加许多个 {update}，所得的和与精确和之比",
    },
    "terms": {"en": "numbers added", "zh": "累加的个数"},
    "share": {"en": "share of the exact sum", "zh": "占精确和的比例"},
    "table": {"en": "The weight in each format", "zh": "各种格式中的权重"},
    "held": {"en": "weight as stored", "zh": "存储的权重"},
    "error": {"en": "relative error", "zh": "相对误差"},
    "spacing": {"en": "gap to the next number", "zh": "到下一个数的间隔"},
    "moved": {"en": "what one update moves", "zh": "一次更新的移动量"},
    "ranges": {"en": "Range of each format", "zh": "各种格式的范围"},
    "least": {"en": "smallest positive number", "zh": "最小的正数"},
    "largest": {"en": "largest number", "zh": "最大的数"},
    "reading.moves": {
        "en": "An update of {update} is large enough to move this weight: half of a gap is {half}.",
        "zh": "更新 {update} 足以移动这个权重：半个间隔是 {half}。",
    },
    "reading.vanishes": {
        "en": "An update of {update} vanishes: half of a gap is {half}.",
        "zh": "更新 {update} 消失了：半个间隔是 {half}。",
    },
    "reading.beyond": {
        "en": "A weight of {weight} becomes ∞: it is beyond the largest number of this format, {largest}.",
        "zh": "权重 {weight} 变成了 ∞：它超出这种格式的最大的数 {largest}。",
    },
    "number.weight": {"en": "Weight", "zh": "权重"},
    "number.update": {"en": "Update", "zh": "更新"},
    "number.moved": {"en": "What one update moves the stored weight", "zh": "一次更新使存储的权重移动多少"},
    "number.half": {"en": "Half of a gap at this weight", "zh": "该权重处的半个间隔"},
}
