"""Words of the lab of gradient accumulation, in Chinese."""

WORDS = {
    "title": "梯度累积",
    "question": "累积的梯度应当除以什么，才等于一个大批次的梯度？",
    "formula": (
        r"$g=\frac{\sum_b\sum_{t\in b}\nabla\ell_t}{\sum_b n_b}\;\neq\;\frac{1}{k}\sum_{b}\frac{1}{n_b}\sum_{t"
        r"\in b}\nabla\ell_t$"
    ),
    "intro": (
        "一批太大，内存放不下时，就切成几个微批（micro-batch），把它们的梯度相加，再更新一步，"
        "这就是梯度累积（gradient accumulation）。各微批的目标端词元数不同。把总和除以全部词元数，只除一次，"
        "得到的是大批次的梯度；每个微批先除以自己的词元数再取平均，得到的是另一个梯度，其中较小微批的词元分量更重。"
        "这里的模型是线性的，有六个权重，用平方损失；词元是随机抽取的。"
    ),
    "look": (
        "每组的前两个梯度，除舍入误差外相等；再看第三个。大小相同（离散程度为 0）或只有一个微批时，三者一致。"
        "增大偏移：如果损失与微批的大小有关，误差就不再是偶然的，而有了方向。"
    ),
    "batches.label": "微批数 k",
    "spread.label": "大小的离散程度",
    "spread.info": "对数的标准差；中位数为 20 个词元，最多 120 个。",
    "shift.label": "较小微批中标签的偏移",
    "shift.info": "加在词元少于 20 个的微批上。",
    "seed.label": "随机种子",
    "per_batch": "每个微批各取平均",
    "per_token": "对所有词元求和",
    "sizes": "每个微批的词元数",
    "batch": "微批",
    "count": "词元数",
    "gradients": "每个权重的梯度",
    "component": "权重",
    "gradient": "梯度",
    "whole": "一个大批次",
    "right": "除以全部词元数",
    "wrong": "平均值的平均",
    "curve": "梯度的相对误差，{draws} 次抽取的平均",
    "spread_axis": "大小的离散程度",
    "error": "相对误差",
    "number.total": "词元总数",
    "number.error_right": "相对误差，除以全部词元数（舍入）",
    "number.error_wrong": "相对误差，平均值的平均",
    "number.alike": "平均值的平均与正确梯度的余弦",
}
