"""Words of the lab of memory."""

WORDS = {
    "title": {"en": "Memory of a training step", "zh": "一步训练占用的内存"},
    "question": {
        "en": "What fills the memory while a Transformer is trained?",
        "zh": "训练 Transformer 时，内存被什么占用？",
    },
    "intro": {
        "en": (
            "Weights, gradients and Adam's two moments take 16 bytes for each parameter in fp32, whatever the "
            "batch. Everything else grows with the tokens of a batch: states kept for the backward pass, "
            "attention weights if they are explicit (they also grow with the length), and the logits, tokens "
            "times vocabulary. The counts are formulas of the loaded model's sizes, not measurements; this "
            "project computes logits in slices and keeps none of them, other programs hold them all."
        ),
        "zh": (
            "在 fp32 下，对每个参数，权重、梯度和 Adam 的两个矩共占 16 字节，与批的大小无关。"
            "其余部分都随批的词元数增长："
            "为反向传播保留的状态、显式计算时的注意力权重（还随句长增长），以及 logit（词元数乘以词表大小）。"
            "这些数字由当前模型的各项大小按公式算出，不是实测；本项目分块计算 logit，一块也不保留，其他程序则全部保留。"
        ),
    },
    "look": {
        "en": (
            "which bar is the largest, and how it changes with tokens and length. With few layers and a large "
            "vocabulary it can be the logits."
        ),
        "zh": "看哪根柱子最高，以及它如何随词元数和句长变化。层数少而词表大时，最高的可能是 logit。",
    },
    "tokens.label": {"en": "Target tokens in a batch", "zh": "一批的目标端词元数"},
    "length.label": {"en": "Length of the sentences", "zh": "句长"},
    "activations.label": {"en": "States in", "zh": "状态的格式"},
    "activations.fp32": "fp32",
    "activations.bf16": {"en": "bf16 (mixed precision)", "zh": "bf16（混合精度）"},
    "attention.label": {"en": "Attention", "zh": "注意力"},
    "attention.explicit": {"en": "explicit: weights kept", "zh": "显式：保留权重"},
    "attention.fused": {"en": "fused: weights not kept", "zh": "融合：不保留权重"},
    "chart": {"en": "Memory by part", "zh": "各部分占用的内存"},
    "table": {"en": "The same in numbers", "zh": "具体数值"},
    "part": {"en": "part", "zh": "部分"},
    "share": {"en": "share", "zh": "占比"},
    "weights": {"en": "weights", "zh": "权重"},
    "gradients": {"en": "gradients", "zh": "梯度"},
    "moments": {"en": "Adam's moments", "zh": "Adam 的一阶矩和二阶矩"},
    "states": {"en": "states kept", "zh": "保留的状态"},
    "scores": {"en": "attention weights", "zh": "注意力权重"},
    "logits": {"en": "logits, if kept", "zh": "logit，如果保留"},
    "number.total": {"en": "In all (MiB)", "zh": "总计（MiB）"},
    "number.optimiser": {"en": "Adam's moments (MiB)", "zh": "Adam 的一阶矩和二阶矩（MiB）"},
    "number.logits": {"en": "Logits (MiB)", "zh": "logit（MiB）"},
}
