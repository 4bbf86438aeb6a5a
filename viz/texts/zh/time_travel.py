"""The words of time travel, in Chinese: how attention formed over a training."""

TIME_TRAVEL: dict[str, str] = {
    "time.title": "注意力如何形成",
    "time.empty": "还没有图。",
    "time.empty.coming": "训练开始后会出现第一幅图，显示随机初始化的权重。",
    "time.empty.none": (
        "没有注意力图：没有足够短的验证句子（不超过 32 个词元），或模型的头太多、无法全部保存，"
        "或模型的权重已不是有限的数。"
    ),
    "time.empty.ended": "没有注意力图：这个训练任务在记录第一幅图之前就结束了。",
    "time.empty.off": "没有注意力图：这个训练任务的设置关闭了注意力图的记录（snapshot_sentences 为 0）。",
    "time.empty.unvalidated": "没有注意力图：图显示的是验证句子，而这个训练任务没有验证句子。",
    "time.broken": "这个浏览器无法读取这些快照。",
    "time.kind.label": "注意力类型",
    "time.kind.encoder": "编码器自注意力",
    "time.kind.decoder": "解码器自注意力",
    "time.kind.cross": "交叉注意力",
    "time.kind.encoder.short": "编码器",
    "time.kind.decoder.short": "解码器",
    "time.kind.cross.short": "交叉注意力",
    "time.sentence.label": "句子",
    "time.sentence.info": (
        "只能回放这些句子：它们的注意力是在训练过程中记录的，当时的模型参数没有保留。"
        "自己输入的句子，只能由训练完成的模型读入。"
    ),
    "time.look.cross": (
        "点击播放，观察交叉注意力如何从均匀（每一行都分散到整个句子）变得集中：在许多头中，译文的一个词关注一两个源端词，"
        "往往正是它所翻译的词。"
    ),
    "time.look.encoder": "点击播放，观察编码器的头如何分工：有的关注相邻词元，有的关注句尾，有的关注相关的词。",
    "time.look.decoder": "点击播放，观察解码器的头如何找到前面的词元；一行永远看不到后面的词元。",
    "time.play": "播放训练过程",
    "time.pause": "暂停",
    "time.range.label": "训练步",
    "time.range.step": "第 {step} 步",
    "time.range.value": "第 {step} 步，验证损失 {loss} 奈特/词元",
    "time.axis": "训练步；快照等距排列",
    "time.loss": "验证损失（奈特/词元）",
    "time.loss.range": "验证损失（奈特/词元）：{low} 至 {high}",
    "time.focus": "该头的集中度，0 至 1 · 点线：均匀的注意力",
    "time.now.step": "第 {step} 步的译文",
    "time.now.perplexity": "困惑度 {value}",
    "time.now.bleu": "验证 BLEU {value}",
    "time.now.log_prob": "对数概率 {value} 奈特",
    "time.log_prob": "该译文的对数概率：{value} 奈特。带点线的词元不在参考译文中。",
    "time.reference": "参考译文，下方各图中模型读入的都是它",
    "time.heads.label": "头",
    "time.heads.title": "{kind}，该步的所有头",
    "time.heads.hint": "各层从上到下排列，各头从左到右排列。点选一个可放大。",
    "time.heads.column": "H{head}",
    "time.heads.row": "L{layer}",
    "time.head": "第 {layer} 层，第 {head} 个头",
    "time.head.title": "{kind} · 第 {layer} 层 · 第 {head} 个头",
    "time.meaning.cross": "行：所预测的参考译文词元。列：它关注的源端词元。",
    "time.meaning.encoder": "行：发出关注的源端词元。列：它关注的源端词元。",
    "time.meaning.decoder": "行：所预测的参考译文词元。列：在它之前读入的词元；斜线：尚未读入。",
    "time.sure": "词元概率",
    "time.legend": "1（权重）",
    "time.readout.focus": "集中度 {focus}：每行最大权重的平均值。均匀的注意力为 {flat}。",
    "time.readout.cell": "“{query}”给“{key}”的权重 ≈{weight}",
    "time.heard": "{head}，第 {step} 步。每行的最大权重：{rows}。",
    "time.heard.row": "{query} 对 {key}，{weight}",
    "time.save": "把这幅图存为 {format}",
    "time.saved.note": "{name} · “{source}” → “{reference}”（参考译文，教师强制）",
    "time.honest": (
        "这些图采用教师强制：每一步模型都读入同一个参考译文，因此行和列的含义不变。"
        "上方的译文是模型在该步的贪心解码输出。"
    ),
    "time.averaged": (
        "每幅图用的是某一步的模型参数。最终模型的参数是最后 {count} 个检查点的平均（第 6.1 节），"
        "因此它的注意力可能与最后一幅图略有不同。"
    ),
    "time.checkpoint": "训练回放：这个模型的注意力是怎样形成的",
    "time.run": "训练回放：观察注意力如何形成",
}
