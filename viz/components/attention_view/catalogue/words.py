"""Words of the head catalogue."""

WORDS = {
    "bench.catalogue": {"en": "Head catalogue", "zh": "注意力头一览"},
    "bench.catalogue.question": {"en": "Which head should I look at?", "zh": "应该看哪个头？"},
    "catalogue.busy": {"en": "Measuring every head over the sentences …", "zh": "正在这些句子上测量每个头……"},
    "catalogue.no_answer": {
        "en": "The server gave no answer. Open the panel again, or try again.",
        "zh": "服务器没有响应。请重新打开面板，或重试。",
    },
    "catalogue.whole": {
        "en": "Heads are changed in the views above; this table measures the unchanged model.",
        "zh": "上方的视图中有改动的头；本表测量的是未改动的整个模型。",
    },
    "catalogue.about": {
        "en": (
            "Every head of {name} over {sentences} sample sentences and their translations,"
            " {tokens} tokens in total. A heading sorts, a row shows its head in the views above."
        ),
        "zh": (
            "{name} 的所有头，在 {sentences} 个示例句子及其译文上测得，共 {tokens} 个词元。点击表头排序；点击一行，"
            "上方的视图显示该行的头。"
        ),
    },
    "catalogue.about.own": {
        "en": (
            "Every head of {name} over {sentences} of your sentences and their"
            " translations, {tokens} tokens in total. A heading sorts, a row shows its head in the views above."
        ),
        "zh": (
            "{name} 的所有头，在自选的 {sentences} 个句子及其译文上测得，共 {tokens} 个词元。点击表头排序；点击一行，"
            "上方的视图显示该行的头。"
        ),
    },
    "catalogue.about.gold": {
        "en": (
            "Every head of {name} over {sentences} of your sentence pairs, {tokens} tokens in"
            " total; the model reads the reference translations. A heading sorts, a row shows its head in the views "
            "above."
        ),
        "zh": (
            "{name} 的所有头，在自选的 {sentences} 个句对上测得，共 {tokens} 个词元；模型读入参考译文。点击表头排序；"
            "点击一行，上方的视图显示该行的头。"
        ),
    },
    "catalogue.gold.aer_predicted": {
        "en": (
            "Alignment error rate, lower is better: best {best}, {name}, from the"
            " rows that predict a word. A scaled diagonal, which links every target word to the source word at the same"
            " relative position, scores {diagonal}."
        ),
        "zh": (
            "对齐错误率（越低越好）：最好为 {best}，{name}，按预测该词的行计算。作为对照，"
            "按比例缩放的对角线把每个目标词连到相对位置相同的源端词，其对齐错误率为 {diagonal}。"
        ),
    },
    "catalogue.gold.aer_read": {
        "en": (
            "Alignment error rate, lower is better: best {best}, {name}, from the rows"
            " that read a word. A scaled diagonal, which links every target word to the source word at the same "
            "relative"
            " position, scores {diagonal}."
        ),
        "zh": (
            "对齐错误率（越低越好）：最好为 {best}，{name}，按读入该词的行计算。作为对照，"
            "按比例缩放的对角线把每个目标词连到相对位置相同的源端词，其对齐错误率为 {diagonal}。"
        ),
    },
    "catalogue.clear.previous": {"en": "looks at the token before.", "zh": "关注前一个词元。"},
    "catalogue.clear.same": {"en": "looks at its own token.", "zh": "关注自身的词元。"},
    "catalogue.clear.next": {"en": "looks at the token after.", "zh": "关注后一个词元。"},
    "catalogue.clear.first": {"en": "looks at the first token.", "zh": "关注第一个词元。"},
    "catalogue.clear.special": {"en": "looks at the start and end symbols.", "zh": "关注起始和结束符号。"},
    "catalogue.clear.broad": {"en": "spreads evenly over all tokens.", "zh": "均匀地关注所有词元。"},
    "catalogue.clear.aligned": {"en": "reads the source in its order.", "zh": "按源语言句子的词序依次读取。"},
    "catalogue.clear.score": {"en": "role {score} of 1", "zh": "角色得分 {score}，满分 1"},
    "catalogue.clear.none": {"en": "No head of this model has a clear role.", "zh": "这个模型没有角色明确的头。"},
    "catalogue.mean": {"en": "mean", "zh": "均值"},
    "catalogue.mean.name": {
        "en": "cross-attention · layer {layer} · mean of its heads",
        "zh": "交叉注意力 · 第 {layer} 层 · 各头的均值",
    },
    "catalogue.kinds": {"en": "kind of attention in the table", "zh": "表中的注意力类型"},
    "catalogue.all": {"en": "all", "zh": "全部"},
    "catalogue.measures": {"en": "all measures", "zh": "所有指标"},
    "catalogue.csv": {"en": "table as CSV", "zh": "表格存为 CSV"},
    "catalogue.own": {"en": "Your own sentences, one per line", "zh": "自选句子，每行一个"},
    "catalogue.own.placeholder": {
        "en": "A sentence in the model's source language\nAnother one",
        "zh": "用模型的源语言写的句子\n另一个句子",
    },
    "catalogue.own.hint": {
        "en": (
            "The model translates them. For alignment error rates paste"
            " gold alignments, with tabs between the fields of every line: source, reference translation, links"
            " (0\N{NON-BREAKING HYPHEN}0 1\N{NON-BREAKING HYPHEN}2 2p3: source word, target word; p for possible)."
            " Blanks separate words, in Chinese and Japanese too."
        ),
        "zh": (
            "模型翻译这些句子。要计算对齐错误率，请粘贴人工标注的对齐，每行各字段以制表符分隔："
            "源语言句子、参考译文、对齐连接（如 0\N{NON-BREAKING HYPHEN}0 1\N{NON-BREAKING HYPHEN}2 2p3："
            "源端词序号、目标端词序号；p 表示可能对齐）。词与词以空格分隔，中文和日文也一样。"
        ),
    },
    "catalogue.own.hint.keys": {"en": "Ctrl-Enter measures.", "zh": "按 Ctrl-Enter 开始测量。"},
    "catalogue.own.one_based": {"en": "links count from 1", "zh": "连接从 1 开始计数"},
    "catalogue.own.swapped": {"en": "the first number is the target's", "zh": "第一个数字属于目标端"},
    "catalogue.run": {"en": "measure on these", "zh": "在这些句子上测量"},
    "catalogue.sample": {"en": "back to the sample", "zh": "恢复示例句子"},
    "catalogue.more": {
        "en": "{shown} of {count} rows fit: scroll down for the others.",
        "zh": "共 {count} 行，一次可见 {shown} 行：向下滚动查看其余各行。",
    },
    "catalogue.more.measures": {"en": "Scroll sideways for more measures.", "zh": "左右滚动查看更多指标。"},
    "catalogue.row": {"en": "{name}: {role} {score}", "zh": "{name}：{role} {score}"},
    "catalogue.column.kind": {"en": "kind", "zh": "类型"},
    "catalogue.column.layer": {"en": "layer", "zh": "层"},
    "catalogue.column.head": {"en": "head", "zh": "头"},
    "catalogue.column.role": {"en": "role", "zh": "角色"},
    "catalogue.column.entropy": {"en": "entropy", "zh": "熵"},
    "catalogue.column.relative_entropy": {"en": "relative entropy", "zh": "归一化熵"},
    "catalogue.column.confidence": {"en": "confidence", "zh": "置信度"},
    "catalogue.column.mean_distance": {"en": "distance", "zh": "距离"},
    "catalogue.column.share_previous": {"en": "previous", "zh": "前一个"},
    "catalogue.column.share_same": {"en": "same", "zh": "自身"},
    "catalogue.column.share_next": {"en": "next", "zh": "后一个"},
    "catalogue.column.share_first": {"en": "first", "zh": "第一个"},
    "catalogue.column.share_last": {"en": "last", "zh": "最后一个"},
    "catalogue.column.share_special": {"en": "special", "zh": "特殊词元"},
    "catalogue.column.diagonality": {"en": "diagonal", "zh": "对角"},
    "catalogue.column.coverage": {"en": "coverage", "zh": "覆盖率"},
    "catalogue.column.aer_predicted": {"en": "AER, word predicted", "zh": "AER，预测的词"},
    "catalogue.column.aer_read": {"en": "AER, word read", "zh": "AER，读入的词"},
    "catalogue.hint.role": {
        "en": (
            "the score says how much more the head does one thing than a uniform head: 0 is"
            " the same as a uniform head, 1 means that it does nothing else; a role is named from 0.2. Broad: no other "
            "role and"
            " a relative entropy of at least 0.85. A tendency, not a proof"
        ),
        "zh": (
            "得分表示这个头比权重均匀的头更多地做某一件事：0 表示与均匀的头相同，1 表示只做这一件事；得分达到 0.2 "
            "才标出角色。分散：不属于其他任何角色，且归一化熵不低于 0.85。这只是倾向，不是证明"
        ),
    },
    "catalogue.hint.entropy": {
        "en": "of a row, in nats: 0 attends to one token, larger values to many",
        "zh": "一行的熵，以奈特计：0 表示只关注一个词元，数值越大，关注的词元越多",
    },
    "catalogue.hint.relative_entropy": {
        "en": "entropy over its maximum: 1 is uniform",
        "zh": "熵除以其最大值：1 表示均匀",
    },
    "catalogue.hint.confidence": {
        "en": "largest weight of a row, special tokens left out",
        "zh": "一行的最大权重，不计特殊词元",
    },
    "catalogue.hint.mean_distance": {
        "en": ("from query to key in tokens, weighted; in cross-attention from the diagonal"),
        "zh": "查询到键的加权距离，以词元计；交叉注意力则为到对角线的距离",
    },
    "catalogue.hint.share_previous": {"en": "weight on the token before the query", "zh": "查询前一个词元上的权重"},
    "catalogue.hint.share_same": {"en": "weight on the query's own position", "zh": "查询自身位置上的权重"},
    "catalogue.hint.share_next": {
        "en": "weight on the token after the query; a decoder may not see it",
        "zh": "查询后一个词元上的权重；解码器看不到它",
    },
    "catalogue.hint.share_first": {
        "en": (
            "weight on the first token: in the decoder the start symbol, its only special token, so that first equals"
            " special there"
        ),
        "zh": "第一个词元上的权重：在解码器中是起始符号，也是那里唯一的特殊词元，因此与“特殊词元”相等",
    },
    "catalogue.hint.share_last": {
        "en": (
            "weight on the last token that the row may see: in the source the end symbol, its only special token, so "
            "that last equals special there"
        ),
        "zh": "该行可见的最后一个词元上的权重：在源语言句子中是结束符号，也是那里唯一的特殊词元，因此与“特殊词元”相等",
    },
    "catalogue.hint.share_special": {
        "en": "weight on start and end symbols: in the decoder the first token, in the source the last",
        "zh": "起始和结束符号上的权重：在解码器中是第一个词元，在源语言句子中是最后一个",
    },
    "catalogue.hint.diagonality": {
        "en": "weight within one token of the diagonal",
        "zh": "与对角线相距不超过一个词元的权重",
    },
    "catalogue.hint.coverage": {
        "en": (
            "share of source words that are at least once the most attended word: how"
            " much of the source the implied alignment covers"
        ),
        "zh": "至少有一次成为最受关注词的源端词所占的比例，即由此得到的对齐覆盖了源语言句子的多少",
    },
    "catalogue.hint.aer_predicted": {
        "en": (
            "alignment error rate (Och and Ney 2003), 0 to 1, lower is better: a"
            " target word's link goes to the source word most attended in the rows that predict it"
        ),
        "zh": "对齐错误率（Och and Ney 2003），0 到 1，越低越好：目标词连到预测它的各行中最受关注的源端词",
    },
    "catalogue.hint.aer_read": {
        "en": "the same, from the rows that read the target word",
        "zh": "同上，但按读入目标词的各行计算",
    },
    "catalogue.role.none": {"en": "none clear", "zh": "不明确"},
    "catalogue.role.previous": {"en": "previous", "zh": "前一个"},
    "catalogue.role.same": {"en": "same", "zh": "自身"},
    "catalogue.role.next": {"en": "next", "zh": "后一个"},
    "catalogue.role.first": {"en": "first", "zh": "第一个"},
    "catalogue.role.special": {"en": "special", "zh": "特殊词元"},
    "catalogue.role.broad": {"en": "broad", "zh": "分散"},
    "catalogue.role.aligned": {"en": "aligned", "zh": "对齐"},
}
