"""Words of the chapter on training (section 5)."""

WORDS = {
    "title": {
        "en": "Training reads everything at once",
        "zh": "训练时一次全部读入",
    },
    "text": {
        "en": (
            "In training the right translation is known. The decoder reads it, shifted by one, and predicts all "
            "positions in a single pass; the causal mask keeps it honest. Think of a dictation in which every "
            "word is corrected at once, instead of waiting for the first mistake (teacher forcing). Translating is "
            "different: the decoder reads what it wrote itself, one step after the other, mistakes included.\n"
            "The loss is how improbable the right tokens were; its exponential, the perplexity, says among how many "
            "equally likely tokens the model seems to choose. Label smoothing asks for 0.9 of the probability, not "
            "all, and spreads the rest over the vocabulary: a little doubt makes better translations, though the "
            "perplexity gets worse. Dropout switches random numbers off, so that nothing depends on one neuron. "
            "Sentences of a batch are padded to the longest one; padding counts for nothing.\n"
            "Adam then moves each weight a little. The learning rate first rises for 4,000 steps (in the paper), "
            "while the estimates of Adam are still rough, and then falls with $1/\\sqrt{step}$ (Eq. 3): as one drives "
            "off slowly on an unknown road, then at speed, then brakes towards the goal."
        ),
        "zh": (
            "训练时，正确的译文是已知的。解码器读入它（右移一位），一遍就预测所有位置；因果掩码保证它没有偷看。想象"
            "一次听写，每个词都立即批改，而不是等到第一个错误出现（教师强制）。翻译时则不同：解码器一步一步"
            "读入自己写出的词，写错的也读。\n"
            "损失衡量模型给正确词元的概率有多低；对它取指数就是困惑度，"
            "表示模型好像在多少个同样可能的词元中选择。标签平滑"
            "只要求 0.9 的概率，而不是全部，其余的平均分给整个词表："
            "留一点怀疑，译文会更好，困惑度却会变差。随机失活随机关掉一些数，使结果"
            "不依赖某一个神经元。同一批的句子都填充到最长的一句那么长，填充不计入损失。\n"
            "然后 Adam 把每个权重移动一点。学习率先上升 4,000 步（论文的设置），因为这时 Adam 的估计还很粗糙，然后按 "
            "$1/\\sqrt{step}$ 下降（式 3）：好比在陌生的路上先慢慢起步，再加速，快到目的地时刹车"
            "。"
        ),
    },
    "do": {
        "en": "Above the figure, choose “all at once (training)”.",
        "zh": "在图的上方选择“一次读入（训练）”。",
    },
}
