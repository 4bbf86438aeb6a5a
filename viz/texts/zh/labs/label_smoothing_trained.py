"""Words of the lab of label smoothing, trained, in Chinese."""

WORDS = {
    "title": "标签平滑：训练对比",
    "question": "标签平滑有什么好处？",
    "intro": (
        "用几个小 Transformer 学习逐词翻译，每个词有两种译法，其中一种占 70%，"
        "所以最好的模型也只能找对 70% 的词元。"
        "训练用的 200 个句子被反复阅读，所以模型也学到了它们的偶然之处，对自己的猜测过于有把握。"
        "打开本实验或移动控件时，服务器训练三个不用平滑的模型和三个用平滑的模型，它们从同样的权重出发、用同样的批，"
        "然后各自翻译 200 个新句子。"
    ),
    "look": (
        "每种方式的两个条形：不用平滑，模型的把握远大于它的正确率。"
        "ε = 0.1 时，对 20 个种子中的每一个，把握与正确率更接近："
        "平均而言，73% 的把握和 56% 的正确率变成 64% 和 58%。预测正确的词元只多一点，有些种子因偶然而相反。"
        "ε 太大，模型的把握就小于它的正确率。代价是：训练用的句子上的损失上升。"
    ),
    "epsilon.label": "平滑 ε",
    "epsilon.info": "论文中为 0.1。",
    "seed.label": "第一个种子",
    "seed.info": "每种方式训练三次，用这个种子和后面两个。",
    "with": "ε = {epsilon}",
    "without": "不用平滑",
    "bars": "置信度与正确率",
    "share": "比例",
    "sure": "各置信度下的正确率",
    "confidence": "平均置信度",
    "right": "正确率",
    "honest": "置信度＝正确率",
    "loss": "损失（奈特）",
    "table": "每次训练，新句子上",
    "seed": "种子",
    "progress": "已训练 {all} 个模型中的 {done} 个。",
    "reading": (
        "新句子上各 {runs} 次训练的平均：不用平滑，最佳猜测的概率为 {confidence_without}，其中对的占 {right_without}；"
        "ε = {epsilon} 时为 {confidence_with} 和 {right_with}。"
        "新句子上的损失为每词元 {loss_without} 和 {loss_with} 奈特；"
        "训练用的句子上为 {known_without} 和 {known_with}。"
    ),
    "see.label_smoothing": "目标与损失：",
    "number.confidence_without": "不用平滑的平均置信度",
    "number.right_without": "不用平滑的正确率",
    "number.confidence_with": "用平滑的平均置信度",
    "number.right_with": "用平滑的正确率",
    "number.loss_without": "新句子上的损失，不用平滑（奈特）",
    "number.loss_with": "新句子上的损失，用平滑（奈特）",
    "number.known_without": "训练用的句子上的损失，不用平滑（奈特）",
    "number.known_with": "训练用的句子上的损失，用平滑（奈特）",
    "number.best": "最好的模型的正确率",
    "number.parameters": "每个模型的参数",
}
