"""Words of the lab of several heads, trained."""

WORDS = {
    "title": {"en": "Several heads, trained", "zh": "单头与多头：训练对比"},
    "question": {
        "en": "Does a model learn better with several heads than with one?",
        "zh": "有多个头的模型，是否比只有一个头的学得更好？",
    },
    "formula": {
        "en": (
            r"$\text{source:}\;w_1\,w_2\ldots w_7\qquad\text{target:}\;(w_1,w_3)\,(w_2,w_4)\ldots(w_5,w_7)\qquad"
            r"h\cdot d_k=d_{\text{model}}$"
        ),
        "zh": (
            r"$\text{源：}\;w_1\,w_2\ldots w_7\qquad\text{目标：}\;(w_1,w_3)\,(w_2,w_4)\ldots(w_5,w_7)\qquad"
            r"h\cdot d_k=d_{\text{model}}$"
        ),
    },
    "intro": {
        "en": (
            "A small Transformer of our own translates sentences of random words. Each target token stands for two "
            "words of the source, so that it needs two places at once. The server trains the same model with one, two, "
            "four and eight heads when you open the lab: the heads share one width, so all four have as many "
            "parameters, and they learn from the same sentences at the same rates. Then each translates 64 new "
            "sentences."
        ),
        "zh": (
            "我们自己的一个小 Transformer 翻译由随机词组成的句子。每个目标词元代表源中的两个词，"
            "所以它同时需要两个位置。"
            "打开本实验时，服务器用一个、两个、四个和八个头依次训练同一个模型：各个头合起来的宽度不变，"
            "所以四个模型的参数一样多；"
            "它们学习同样的句子，学习率也相同。然后每个模型翻译 64 个新句子。"
        ),
    },
    "look": {
        "en": (
            "the cross-attention of the single head, which puts weight on both framed words in one row and so mixes "
            "them; "
            "each of the two heads has taken one of the words. So it is with the seeds with which two heads learn best "
            "(2, "
            "6, 7, 16); with others they part less clearly. Over all 20 seeds the models find 54% of the new tokens "
            "with "
            "one head, 80% with two, 82% with four and 83% with eight; one head is behind two with 17 of them. After "
            "twice "
            "as many steps it is 81% against more than 99% with several: with 4 of the seeds the single head is stuck "
            "below 20%."
        ),
        "zh": (
            "只有一个头时的交叉注意力：它在同一行里给两个加框的词都分配权重，于是把它们混在一起；两个头则各取一个词。"
            "两个头学得最好的种子（2、6、7、16）都是这样，在其他种子上它们分得没有这么清楚。对全部 20 个种子，"
            "模型平均预测正确的新词元：一个头 54%，两个头 80%，四个头 82%，八个头 83%；其中 17 个种子，"
            "一个头不如两个头。"
            "步数加倍之后，一个头为 81%，几个头超过 99%：有 4 个种子，一个头停在 20% 以下。"
        ),
    },
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "seed.info": {"en": "Other weights and other sentences.", "zh": "换一个种子，初始权重和句子都不同。"},
    "one": {"en": "1 head", "zh": "1 个头"},
    "several": {"en": "{heads} heads", "zh": "{heads} 个头"},
    "right": {"en": "Target tokens found in new sentences", "zh": "新句子中预测正确的目标词元"},
    "share": {"en": "share", "zh": "比例"},
    "losses": {"en": "Training loss, mean of {span} steps", "zh": "训练损失，每 {span} 步的平均"},
    "step": {"en": "step", "zh": "步"},
    "nats": {"en": "nats per token", "zh": "奈特/词元"},
    "only": {"en": "The only head, cross-attention", "zh": "唯一的头，交叉注意力"},
    "of_several": {"en": "Head {head} of {heads}", "zh": "{heads} 个头中的第 {head} 个"},
    "target": {"en": "target", "zh": "目标"},
    "source": {"en": "source", "zh": "源"},
    "progress": {"en": "Trained {done} of {all} models.", "zh": "已训练 {all} 个模型中的 {done} 个。"},
    "reading": {
        "en": (
            "After {steps} steps, four models of {parameters} parameters each find these shares of the tokens of new "
            "sentences: {right_1} with one head, {right_2} with two, {right_4} with four, {right_8} with eight."
        ),
        "zh": (
            "{steps} 步之后，四个各有 {parameters} 个参数的模型在新句子中预测正确的词元："
            "一个头 {right_1}，两个头 {right_2}，四个头 {right_4}，八个头 {right_8}。"
        ),
    },
    "see.several_heads": {"en": "What heads do in the loaded model:", "zh": "当前模型中，各个头做什么："},
    "see.table_3": {"en": "What the paper measured:", "zh": "论文测得的结果："},
    "number.right_1": {"en": "Found with 1 head", "zh": "1 个头的正确率"},
    "number.right_2": {"en": "Found with 2 heads", "zh": "2 个头的正确率"},
    "number.right_4": {"en": "Found with 4 heads", "zh": "4 个头的正确率"},
    "number.right_8": {"en": "Found with 8 heads", "zh": "8 个头的正确率"},
    "number.last_1": {"en": "Last training loss, 1 head (nats)", "zh": "最后的训练损失，1 个头（奈特）"},
    "number.last_2": {"en": "Last training loss, 2 heads (nats)", "zh": "最后的训练损失，2 个头（奈特）"},
    "number.last_4": {"en": "Last training loss, 4 heads (nats)", "zh": "最后的训练损失，4 个头（奈特）"},
    "number.last_8": {"en": "Last training loss, 8 heads (nats)", "zh": "最后的训练损失，8 个头（奈特）"},
    "number.guessed": {"en": "Found by guessing", "zh": "随机猜测的正确率"},
    "number.parameters": {"en": "Parameters of each model", "zh": "每个模型的参数"},
    "number.steps": {"en": "Steps", "zh": "步数"},
}
