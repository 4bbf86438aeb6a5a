"""Words of the lab of label smoothing, trained."""

WORDS = {
    "title": {"en": "Smoothing, trained both ways", "zh": "标签平滑：训练对比"},
    "question": {"en": "What is label smoothing good for?", "zh": "标签平滑有什么好处？"},
    "intro": {
        "en": (
            "Small Transformers of our own learn to translate words, of which each has two translations: one in 70% of "
            "the cases, so that the best possible model finds 70% of the tokens. The 200 sentences of the training are "
            "read again and again, so that a model learns their accidents too and becomes surer of its guesses than it "
            "should be. The server trains three models without smoothing and three with it when you open the lab or "
            "move "
            "a control, from the same weights on the same batches, and each translates 200 new sentences."
        ),
        "zh": (
            "用几个小 Transformer 学习逐词翻译，每个词有两种译法，其中一种占 70%，"
            "所以最好的模型也只能找对 70% 的词元。"
            "训练用的 200 个句子被反复阅读，所以模型也学到了它们的偶然之处，对自己的猜测过于有把握。"
            "打开本实验或移动控件时，服务器训练三个不用平滑的模型和三个用平滑的模型，它们从同样的权重出发、用同样的批，"
            "然后各自翻译 200 个新句子。"
        ),
    },
    "look": {
        "en": (
            "the two bars of each way: without smoothing the models are much surer than they are right. With "
            "ε = 0.1 the two come closer for each of 20 seeds: on average 73% sure and 56% right become 64% and 58%. "
            "The "
            "gain in correct tokens is small, and chance turns it round for some of the seeds. Too large an ε makes a "
            "model less sure than it is right. The cost: the loss on the sentences of the training rises."
        ),
        "zh": (
            "每种方式的两个条形：不用平滑，模型的把握远大于它的正确率。"
            "ε = 0.1 时，对 20 个种子中的每一个，把握与正确率更接近："
            "平均而言，73% 的把握和 56% 的正确率变成 64% 和 58%。预测正确的词元只多一点，有些种子因偶然而相反。"
            "ε 太大，模型的把握就小于它的正确率。代价是：训练用的句子上的损失上升。"
        ),
    },
    "epsilon.label": {"en": "Smoothing ε", "zh": "平滑 ε"},
    "epsilon.info": {"en": "0.1 in the paper.", "zh": "论文中为 0.1。"},
    "seed.label": {"en": "First seed", "zh": "第一个随机种子"},
    "seed.info": {
        "en": "Three trainings each way, with this and the next two seeds.",
        "zh": "每种方式训练三次，用这个种子和后面两个。",
    },
    "with": "ε = {epsilon}",
    "without": {"en": "no smoothing", "zh": "不用平滑"},
    "bars": {"en": "How sure, and how often right", "zh": "置信度与正确率"},
    "share": {"en": "share", "zh": "比例"},
    "sure": {"en": "Correct tokens by confidence", "zh": "各置信度下的正确率"},
    "confidence": {"en": "mean confidence", "zh": "平均置信度"},
    "right": {"en": "share right", "zh": "正确率"},
    "honest": {"en": "as sure as right", "zh": "置信度＝正确率"},
    "loss": {"en": "loss (nats)", "zh": "损失（奈特）"},
    "table": {"en": "Each training, on new sentences", "zh": "每次训练，新句子上"},
    "seed": {"en": "seed", "zh": "随机种子"},
    "progress": {"en": "Trained {done} of {all} models.", "zh": "已训练 {all} 个模型中的 {done} 个。"},
    "reading": {
        "en": (
            "Means of {runs} trainings each on new sentences: without smoothing, a best guess has a probability of "
            "{confidence_without} and is right in {right_without} of the cases; with ε = {epsilon}, {confidence_with} "
            "and "
            "{right_with}. The loss on them is {loss_without} and {loss_with} nats per token, on the sentences of "
            "the training {known_without} and {known_with}."
        ),
        "zh": (
            "新句子上各 {runs} 次训练的平均：不用平滑，最佳猜测的概率为 {confidence_without}，其中对的占 "
            "{right_without}；"
            "ε = {epsilon} 时为 {confidence_with} 和 {right_with}。"
            "新句子上的损失为每词元 {loss_without} 和 {loss_with} 奈特；"
            "训练用的句子上为 {known_without} 和 {known_with}。"
        ),
    },
    "see.label_smoothing": {"en": "The target and the loss:", "zh": "目标与损失："},
    "number.confidence_without": {"en": "Mean confidence without smoothing", "zh": "不用平滑的平均置信度"},
    "number.right_without": {"en": "Share right without smoothing", "zh": "不用平滑的正确率"},
    "number.confidence_with": {"en": "Mean confidence with smoothing", "zh": "用平滑的平均置信度"},
    "number.right_with": {"en": "Share right with smoothing", "zh": "用平滑的正确率"},
    "number.loss_without": {
        "en": "Loss on new sentences without smoothing (nats)",
        "zh": "新句子上的损失，不用平滑（奈特）",
    },
    "number.loss_with": {"en": "Loss on new sentences with smoothing (nats)", "zh": "新句子上的损失，用平滑（奈特）"},
    "number.known_without": {
        "en": "Loss on the training's sentences without smoothing (nats)",
        "zh": "训练用的句子上的损失，不用平滑（奈特）",
    },
    "number.known_with": {
        "en": "Loss on the training's sentences with smoothing (nats)",
        "zh": "训练用的句子上的损失，用平滑（奈特）",
    },
    "number.best": {"en": "Share right of the best possible model", "zh": "最好的模型的正确率"},
    "number.parameters": {"en": "Parameters of each model", "zh": "每个模型的参数"},
}
