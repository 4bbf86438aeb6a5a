"""Chinese words of the notices about a translation."""

NOTICES: dict[str, str] = {
    "attention.alarm.sentences.one": "这段文字有 {count} 个句子。",
    "attention.alarm.sentences.many": "这段文字有 {count} 个句子；模型训练时每次只读一个句子。",
    "attention.alarm.language": "这个模型读取{language}，而这段文字看起来是{found}。",
    "attention.alarm.script": "这个模型读取{language}；这里的大多数字符属于另一种文字。",
    "attention.alarm.fragments": (
        "源语言句子的 {total} 个词元中，有 {count} 个是单个字节或字母：这段文字与训练数据相差很远，译文可能毫无意义。"
    ),
    "attention.alarm.repeats": "译文连续 {times} 次重复“{text}”。",
    "attention.alarm.truncated": "译文达到最大长度，已被截断。",
    "attention.alarm.short": "与原文相比译文过短：原文 {source} 个词元，译文 {target} 个。",
    "attention.alarm.unsure": "模型对这个译文把握不大：它所选词元的平均概率为 {p}，译文可能有误。",
    "attention.each.start": "逐句翻译",
    "attention.each.hint": "选择一个句子即可打开它。",
    "attention.checks.passed.one": "图示已检查（{count} 项），译文未检查",
    "attention.checks.passed.many": "图示已检查（{count} 项），译文未检查",
    "attention.checks.passed.saved": "图示已检查（{count} 项，保存时 {saved} 项），译文未检查",
    "attention.checks.saved.hint": "以下检查在保存此页时对当时的译文做过；它们需要本程序：",
    "attention.checks.failed.one": "{count} 项检查未通过",
    "attention.checks.failed.many": "{count} 项检查未通过",
    "attention.checks.hint": "把画出的权重与模型的计算结果作比较，列出最大差值和允许的上限。检查的是图，不是翻译质量。",
    "attention.checks.value": "差值",
    "attention.checks.limit.column": "上限",
    "attention.checks.limit": "≤ {limit}",
    "attention.check.eval_mode": "模型处于评估模式：没有随机失活",
    "attention.check.rows_sum_to_one": "注意力的每一行之和为 1",
    "attention.check.no_future": "未来的词元上没有权重",
    "attention.check.no_padding": "填充位置上没有权重",
    "attention.check.paths_agree": "计算注意力的两种方式给出相同的概率",
    "attention.check.tokens_agree": "所示词元就是模型生成的词元，对数概率也相同",
}
