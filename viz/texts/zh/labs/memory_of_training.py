"""Words of the lab of memory, in Chinese."""

WORDS = {
    "title": "一步训练占用的内存",
    "question": "训练 Transformer 时，内存被什么占用？",
    "intro": (
        "在 fp32 下，对每个参数，权重、梯度和 Adam 的两个矩共占 16 字节，与批的大小无关。其余部分都随批的词元数增长："
        "为反向传播保留的状态、显式计算时的注意力权重（还随句长增长），以及 logit（词元数乘以词表大小）。"
        "这些数字由当前模型的各项大小按公式算出，不是实测；本项目分块计算 logit，一块也不保留，其他程序则全部保留。"
    ),
    "look": "看哪根柱子最高，以及它如何随词元数和句长变化。层数少而词表大时，最高的可能是 logit。",
    "tokens.label": "一批的目标端词元数",
    "length.label": "句长",
    "activations.label": "状态的格式",
    "activations.fp32": "fp32",
    "activations.bf16": "bf16（混合精度）",
    "attention.label": "注意力",
    "attention.explicit": "显式：保留权重",
    "attention.fused": "融合：不保留权重",
    "chart": "各部分占用的内存",
    "table": "具体数值",
    "part": "部分",
    "share": "占比",
    "weights": "权重",
    "gradients": "梯度",
    "moments": "Adam 的一阶矩和二阶矩",
    "states": "保留的状态",
    "scores": "注意力权重",
    "logits": "logit，如果保留",
    "number.total": "总计（MiB）",
    "number.optimiser": "Adam 的一阶矩和二阶矩（MiB）",
    "number.logits": "logit（MiB）",
}
