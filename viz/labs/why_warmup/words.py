"""Words of the lab of what warm-up is for."""

WORDS = {
    "title": {"en": "What warm-up is for", "zh": "预热有什么用"},
    "question": {
        "en": "What happens to a fresh model whose training begins at the full learning rate?",
        "zh": "未经训练的模型，一开始就用最大的学习率训练，会怎样？",
    },
    "formula": {
        "en": (
            r"$\theta\leftarrow\theta-lrate\cdot\frac{\hat m}{\sqrt{\hat v}+10^{-9}}\qquad\text{step 1:}\;"
            r"\frac{\hat m}{\sqrt{\hat v}}=\frac{g}{\lvert g\rvert}=\pm1$"
        ),
        "zh": (
            r"$\theta\leftarrow\theta-lrate\cdot\frac{\hat m}{\sqrt{\hat v}+10^{-9}}\qquad\text{第 1 步：}\;"
            r"\frac{\hat m}{\sqrt{\hat v}}=\frac{g}{\lvert g\rvert}=\pm1$"
        ),
    },
    "intro": {
        "en": (
            "A small Transformer of our own learns to copy short sentences of random words, from the same weights and "
            "on "
            "the same batches in three ways: with the warm-up of Eq. 3; with the rate at that peak from step 1 until "
            "the "
            "warm-up would end; and with Eq. 3 and a warm-up of a single step, which is none. The rates are the same "
            "afterwards. All three run with the norm where the paper has it and with the norm before each sub-layer. "
            "The "
            "server trains the six models when you open the lab or move a control, one after the other."
        ),
        "zh": (
            "一个小 Transformer 学习复制由随机词组成的短句；初始权重和各批都相同，按三种方式训练：按式 3 预热；从第 1 "
            "步起就用预热的峰值学习率，直到预热本该结束；以及按式 3 但预热只有一步，也就是没有预热。"
            "之后三者的学习率相同。"
            "三种方式都分别采用论文的 post-norm 和每个子层之前的 pre-norm。打开本实验或移动控件时，"
            "服务器才依次训练这六个模型。"
        ),
    },
    "look": {
        "en": (
            "post-norm: without warm-up the loss stays for long where a model is that knows only how often each token "
            "occurs, and with a warm-up of a single step it does not leave it. In its first step Adam moves every "
            "weight "
            "by a whole rate, however small its gradient, because its averages have seen one batch; at full rate such "
            "steps undo the initial weights before anything is learned. Pre-norm bears a rate at its peak from the "
            "start,"
            " but not the huge first rate of a single step. How far the lines are apart depends on the seed; at the "
            "first"
            " settings, warm-up gives post-norm the least of the three losses for each of the 20 seeds."
        ),
        "zh": (
            "post-norm：没有预热，损失长时间停在只知道词元频率的模型的水平；预热只有一步，损失就一直停在那里。"
            "第一步中，"
            "Adam 使每个权重移动整整一个学习率，不论梯度多小，因为它的滑动平均只见过一个批；学习率最大时，"
            "这样的更新在学到东西之前就毁掉了初始的权重。pre-norm 经受得住一开始就用峰值学习率，"
            "但经受不住只有一步预热时巨大的最初学习率。各条线相距多远取决于种子；在初始设置下，对全部 20 个种子，"
            "post-norm "
            "都是有预热时损失最小。"
        ),
    },
    "warmup.label": {"en": "Warm-up (steps)", "zh": "预热（步）"},
    "factor.label": {"en": "Factor of the rate", "zh": "学习率的因子"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "seed.info": {"en": "Other weights and other sentences.", "zh": "换一组初始权重和句子。"},
    "with": {"en": "Eq. 3 with warm-up", "zh": "式 3，有预热"},
    "held": {"en": "at the peak from step 1", "zh": "从第 1 步起就用峰值"},
    "one": {"en": "Eq. 3, warm-up of 1 step", "zh": "式 3，预热 1 步"},
    "post": {"en": "Post-norm, as in the paper", "zh": "post-norm，论文的做法"},
    "pre": {"en": "Pre-norm", "zh": "pre-norm"},
    "losses": {"en": "Loss of each batch", "zh": "每个批的损失"},
    "nats": {"en": "nats per token", "zh": "奈特/词元"},
    "frequencies": {"en": "frequencies alone", "zh": "只凭词频"},
    "step": {"en": "step", "zh": "步"},
    "end": {"en": "end of warm-up", "zh": "预热结束"},
    "sizes": {
        "en": "Post-norm: mean update of a weight, over the rate",
        "zh": "post-norm：每个权重的平均更新量与学习率之比",
    },
    "moved": {
        "en": "Post-norm: length of an update over that of all weights",
        "zh": "post-norm：更新量的范数与权重的范数之比",
    },
    "rates": {"en": "Learning rate", "zh": "学习率"},
    "norms": {"en": "Post-norm: norm of the gradient", "zh": "post-norm：梯度的范数"},
    "progress": {"en": "Trained {done} of {all} models.", "zh": "已训练 {all} 个模型中的 {done} 个。"},
    "reading": {
        "en": (
            "Mean loss of the last ten of {steps} steps. Post-norm: {post_with} with warm-up, {post_held} at the peak "
            "from "
            "step 1, {post_one} with a warm-up of 1 step. Pre-norm: {pre_with}, {pre_held} and {pre_one}."
        ),
        "zh": (
            "{steps} 步中最后十步的平均损失。post-norm：有预热为 {post_with}，从第 1 步起就用峰值为 {post_held}，"
            "预热 1 步为 {post_one}。pre-norm：依次为 {pre_with}、{pre_held} 和 {pre_one}。"
        ),
    },
    "number.post_with": {
        "en": "Last loss, post-norm with warm-up (nats)",
        "zh": "最后的损失，post-norm，有预热（奈特）",
    },
    "number.post_held": {"en": "Post-norm, at the peak from step 1", "zh": "post-norm，从第 1 步起就用峰值"},
    "number.post_one": {"en": "Post-norm, warm-up of 1 step", "zh": "post-norm，预热 1 步"},
    "number.pre_with": {"en": "Pre-norm with warm-up", "zh": "pre-norm，有预热"},
    "number.pre_held": {"en": "Pre-norm, at the peak from step 1", "zh": "pre-norm，从第 1 步起就用峰值"},
    "number.pre_one": {"en": "Pre-norm, warm-up of 1 step", "zh": "pre-norm，预热 1 步"},
    "number.first": {
        "en": "Mean update of a weight in the first step, over the rate",
        "zh": "第一步中每个权重的平均更新量与学习率之比",
    },
    "number.frequencies": {
        "en": "Loss of a model that knows only how often each token occurs",
        "zh": "只知道每个词元出现频率的模型的损失",
    },
    "number.parameters": {"en": "Parameters of the small model", "zh": "小模型的参数量"},
    "number.steps": {"en": "Steps", "zh": "步数"},
}
