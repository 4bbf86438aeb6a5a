"""Words of the lab of sampling, in Chinese."""

WORDS = {
    "title": "采样",
    "question": "温度、top-k 和 top-p 对下一个词元有什么作用？",
    "formula": r"$p_i\propto\exp(z_i/\tau)$",
    "intro": (
        "束搜索寻找概率高的序列；语言模型则常常随机抽取每个词元，这就是采样（sampling）。温度低于 1，分布变尖；高于 1，"
        "分布变平。Top-k 保留概率最大的 k 个词元，top-p 保留累积概率达到 p 的最少词元。这里先用温度，再用 top-k，"
        "然后在 top-k 留下的词元中用 top-p，最后重新归一化。Logit 由当前模型在这一步对整个词表给出，"
        "所以长尾也计算在内。"
    ),
    "look": "看温度高时有多少概率落在尾部，top-k 或 top-p 又从中留下多少词元。着色的抽取结果是概率最大的词元。",
    "step.label": "译文的第几步",
    "temperature.label": "温度 τ",
    "top_k.label": "Top-k",
    "top_k.info": "0 保留整个词表。",
    "top_p.label": "Top-p",
    "top_p.info": "1 保留 top-k 留下的全部。",
    "seed.label": "随机种子",
    "chart": "概率最大的词元",
    "probability": "概率",
    "model": "模型本来的概率",
    "sampled": "经过温度、top-k 和 top-p",
    "others": "其余全部",
    "draws": "抽取二十次（… 是前 200 名以外的词元）",
    "number.entropy_model": "模型的分布的熵（奈特）",
    "number.entropy": "抽取所用的分布的熵（奈特）",
    "number.left": "剩余的词元数",
    "number.mass": "保留的概率，经过温度之后",
    "number.first": "概率最大的词元最后的概率",
}
