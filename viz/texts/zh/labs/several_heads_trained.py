"""Words of the lab of several heads, trained, in Chinese."""

WORDS = {
    "title": "单头与多头：训练对比",
    "question": "有多个头的模型，是否比只有一个头的学得更好？",
    "formula": (
        r"$\text{源：}\;w_1\,w_2\ldots w_7\qquad\text{目标：}\;(w_1,w_3)\,(w_2,w_4)\ldots(w_5,w_7)\qquad"
        r"h\cdot d_k=d_{\text{model}}$"
    ),
    "intro": (
        "我们自己的一个小 Transformer 翻译由随机词组成的句子。每个目标词元代表源中的两个词，所以它同时需要两个位置。"
        "打开本实验时，服务器用一个、两个、四个和八个头依次训练同一个模型：各个头合起来的宽度不变，所以四个模型的参数一样多；"
        "它们学习同样的句子，学习率也相同。然后每个模型翻译 64 个新句子。"
    ),
    "look": (
        "只有一个头时的交叉注意力：它在同一行里给两个加框的词都分配权重，于是把它们混在一起；两个头则各取一个词。"
        "两个头学得最好的种子（2、6、7、16）都是这样，在其他种子上它们分得没有这么清楚。对全部 20 个种子，"
        "模型平均预测正确的新词元：一个头 54%，两个头 80%，四个头 82%，八个头 83%；其中 17 个种子，一个头不如两个头。"
        "步数加倍之后，一个头为 81%，几个头超过 99%：有 4 个种子，一个头停在 20% 以下。"
    ),
    "seed.label": "随机种子",
    "seed.info": "换一个种子，初始权重和句子都不同。",
    "one": "1 个头",
    "several": "{heads} 个头",
    "right": "新句子中预测正确的目标词元",
    "share": "比例",
    "losses": "训练损失，每 {span} 步的平均",
    "step": "步",
    "nats": "奈特/词元",
    "only": "唯一的头，交叉注意力",
    "of_several": "{heads} 个头中的第 {head} 个",
    "target": "目标",
    "source": "源",
    "progress": "已训练 {all} 个模型中的 {done} 个。",
    "reading": (
        "{steps} 步之后，四个各有 {parameters} 个参数的模型在新句子中预测正确的词元："
        "一个头 {right_1}，两个头 {right_2}，四个头 {right_4}，八个头 {right_8}。"
    ),
    "see.several_heads": "当前模型中，各个头做什么：",
    "see.table_3": "论文测得的结果：",
    "number.right_1": "1 个头的正确率",
    "number.right_2": "2 个头的正确率",
    "number.right_4": "4 个头的正确率",
    "number.right_8": "8 个头的正确率",
    "number.last_1": "最后的训练损失，1 个头（奈特）",
    "number.last_2": "最后的训练损失，2 个头（奈特）",
    "number.last_4": "最后的训练损失，4 个头（奈特）",
    "number.last_8": "最后的训练损失，8 个头（奈特）",
    "number.guessed": "随机猜测的正确率",
    "number.parameters": "每个模型的参数",
    "number.steps": "步数",
}
