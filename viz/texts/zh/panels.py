"""The words of three panels, in Chinese: query and key up close, the head catalogue, two translations compared."""

PANELS: dict[str, str] = {
    # Query and key
    "attention.close_up.no_answer": "服务器没有响应。请重新选择词元，或重新翻译。",
    "attention.close_up.products": "逐元素相乘",
    "attention.close_up.products.key": "色条：q 和 k；竖条：键 {token} 的 q ⊙ k；所有键用同一标度",
    "attention.close_up.strip.q": "{token} 的查询向量：{size} 个数",
    "attention.close_up.strip.k": "{token} 的键向量：{size} 个数",
    "attention.close_up.field": "查询和键的各维：方向键移动",
    "attention.close_up.sum": "这 {size} 个条相加得到 q·k = {dot}。指向其中一个，查看它的数值。",
    "attention.close_up.sum.tap": "这 {size} 个条相加得到 q·k = {dot}。点按其中一个，查看它的数值。",
    "attention.close_up.element": "第 {index} 维：{q} × {k} = {product}",
    "attention.close_up.divided": "÷ √{d_k}",
    "attention.close_up.softmax.one": "对 {count} 个键做 softmax",
    "attention.close_up.softmax.many": "对 {count} 个键做 softmax",
    "attention.close_up.softmax.hint": (
        "分子是 e 的“该得分”次方，分母是对查询可见的所有得分，各取 e 的“得分”次方再求和；"
        "分子分母同除以 e 的“最大得分”次方，结果不变，而数值保持较小。"
    ),
    "attention.close_up.weight": "权重",
    "attention.close_up.weight.computed": "算出的权重",
    "attention.close_up.used": "实际使用",
    "attention.close_up.used.off": "实际使用：已关闭",
    "attention.close_up.used.uniform": "实际使用：设为均匀",
    "attention.close_up.used.edited": "实际使用：手动编辑",
    "attention.close_up.changed.off": (
        "这个头在这里已关闭。它照常计算 q、k、得分和权重，但每个权重都换成 0，因此输出为 0。"
    ),
    "attention.close_up.changed.uniform": (
        "这个头在这里设为均匀。它照常计算 q、k、得分和权重，但查询可见的每个键都得到相同的权重。"
    ),
    "attention.close_up.changed.edited": (
        "这一行在这里经过手动编辑。这个头照常计算 q、k、得分和权重，但实际使用编辑后的权重。"
    ),
    "attention.close_up.formula.label": (
        "Q、K、V 的注意力等于 softmax（Q 乘以 K 的转置，除以 d k 的平方根），再乘以 V"
    ),
    "attention.close_up.formula": (
        "式 1（第 3.2.1 节），针对一个查询和一个键；√d_k = √{d_k} = {root}。随后用权重乘以该键对应的值。"
        "取指数之前，先从所有得分中减去最大的得分：权重不变，数值保持较小。"
    ),
    "attention.close_up.formula.unscaled": (
        "式 1（第 3.2.1 节），但这个模型不除以 √d_k = √{d_k}：它的 softmax 直接使用未缩放的 q·k。"
        "取指数之前，先从所有得分中减去最大的得分：权重不变，数值保持较小。"
    ),
    "attention.close_up.keys": "所有的键",
    "attention.close_up.key": "键",
    "attention.close_up.scaled.unused": "缩放后（未使用）",
    "attention.close_up.masked": "已屏蔽",
    "attention.close_up.histogram": "这个头的所有得分",
    "attention.close_up.histogram.hint": "这个句子中所有的查询与其可见的键的组合",
    "attention.close_up.histogram.label": "这个头的得分直方图，从 {low} 到 {high}，分别为除以与不除以 d_k 的平方根",
    "attention.close_up.axis.score": "得分",
    "attention.close_up.axis.count": "查询–键组合数",
    "attention.close_up.variance": "得分的方差",
    "attention.close_up.entropy": "每行熵的平均值（奈特）",
    "attention.close_up.largest": "每行最大权重的平均值",
    "attention.close_up.said": (
        "除以 √{d_k} = {root}，方差就除以 {d_k}：从 {raw_variance} 变为 {scaled_variance}。"
        "如果不除，一行的最大权重平均会是 {raw_largest}，而不是 {scaled_largest}；熵会是 {raw_entropy} 奈特，"
        "而不是 {scaled_entropy}。方差不等于 1：训练后的查询和键，"
        "各分量并不像第 3.2.1 节假设的那样相互独立且方差为 1。"
    ),
    "attention.close_up.said.unscaled": (
        "这个模型使用未缩放的得分。如果除以 √{d_k} = {root}，得分的方差会是 {scaled_variance}，"
        "而不是 {raw_variance}；一行的最大权重平均会是 {scaled_largest}，而不是 {raw_largest}。"
    ),
    # Head catalogue
    "attention.catalogue.busy": "正在这些句子上测量每个头……",
    "attention.catalogue.no_answer": "服务器没有响应。请重新打开面板，或重试。",
    "attention.catalogue.whole": "上方的视图中有改动的头；本表测量的是未改动的整个模型。",
    "attention.catalogue.about": (
        "{name} 的所有头，在 {sentences} 个示例句子及其译文上测得，共 {tokens} 个词元。点击表头排序；点击一行，"
        "上方的视图显示该行的头。"
    ),
    "attention.catalogue.about.own": (
        "{name} 的所有头，在自选的 {sentences} 个句子及其译文上测得，共 {tokens} 个词元。点击表头排序；点击一行，"
        "上方的视图显示该行的头。"
    ),
    "attention.catalogue.about.gold": (
        "{name} 的所有头，在自选的 {sentences} 个句对上测得，共 {tokens} 个词元；模型读入参考译文。点击表头排序；"
        "点击一行，上方的视图显示该行的头。"
    ),
    "attention.catalogue.gold.aer_predicted": (
        "对齐错误率（越低越好）：最好为 {best}，{name}，按预测该词的行计算。作为对照，"
        "按比例缩放的对角线把每个目标词连到相对位置相同的源端词，其对齐错误率为 {diagonal}。"
    ),
    "attention.catalogue.gold.aer_read": (
        "对齐错误率（越低越好）：最好为 {best}，{name}，按读入该词的行计算。作为对照，"
        "按比例缩放的对角线把每个目标词连到相对位置相同的源端词，其对齐错误率为 {diagonal}。"
    ),
    "attention.catalogue.clear.previous": "关注前一个词元。",
    "attention.catalogue.clear.same": "关注自身的词元。",
    "attention.catalogue.clear.next": "关注后一个词元。",
    "attention.catalogue.clear.first": "关注第一个词元。",
    "attention.catalogue.clear.special": "关注起始和结束符号。",
    "attention.catalogue.clear.broad": "均匀地关注所有词元。",
    "attention.catalogue.clear.aligned": "按源语言句子的词序依次读取。",
    "attention.catalogue.clear.score": "角色得分 {score}，满分 1",
    "attention.catalogue.clear.none": "这个模型没有角色明确的头。",
    "attention.catalogue.mean": "均值",
    "attention.catalogue.mean.name": "交叉注意力 · 第 {layer} 层 · 各头的均值",
    "attention.catalogue.kinds": "表中的注意力类型",
    "attention.catalogue.all": "全部",
    "attention.catalogue.csv": "表格存为 CSV",
    "attention.catalogue.own": "自选句子，每行一个",
    "attention.catalogue.own.placeholder": "用模型的源语言写的句子\n另一个句子",
    "attention.catalogue.own.hint": (
        "模型翻译这些句子。要计算对齐错误率，请粘贴人工标注的对齐，每行各字段以制表符分隔："
        "源语言句子、参考译文、对齐连接（如 0\N{NON-BREAKING HYPHEN}0 1\N{NON-BREAKING HYPHEN}2 2p3："
        "源端词序号、目标端词序号；p 表示可能对齐）。词与词以空格分隔，中文和日文也一样。"
    ),
    "attention.catalogue.own.hint.keys": "按 Ctrl-Enter 开始测量。",
    "attention.catalogue.own.one_based": "连接从 1 开始计数",
    "attention.catalogue.own.swapped": "第一个数字属于目标端",
    "attention.catalogue.run": "在这些句子上测量",
    "attention.catalogue.sample": "恢复示例句子",
    "attention.catalogue.more": "共 {count} 行，一次可见 {shown} 行：向下滚动查看其余各行。",
    "attention.catalogue.more.measures": "左右滚动查看更多指标。",
    "attention.catalogue.row": "{name}：{role} {score}",
    "attention.catalogue.column.kind": "类型",
    "attention.catalogue.column.layer": "层",
    "attention.catalogue.column.head": "头",
    "attention.catalogue.column.role": "角色",
    "attention.catalogue.column.entropy": "熵",
    "attention.catalogue.column.relative_entropy": "归一化熵",
    "attention.catalogue.column.confidence": "置信度",
    "attention.catalogue.column.mean_distance": "距离",
    "attention.catalogue.column.share_previous": "前一个",
    "attention.catalogue.column.share_same": "自身",
    "attention.catalogue.column.share_next": "后一个",
    "attention.catalogue.column.share_first": "第一个",
    "attention.catalogue.column.share_last": "最后一个",
    "attention.catalogue.column.share_special": "特殊词元",
    "attention.catalogue.column.diagonality": "对角",
    "attention.catalogue.column.coverage": "覆盖率",
    "attention.catalogue.column.aer_predicted": "AER，预测的词",
    "attention.catalogue.column.aer_read": "AER，读入的词",
    "attention.catalogue.hint.role": (
        "得分表示这个头比权重均匀的头更多地做某一件事：0 表示与均匀的头相同，1 表示只做这一件事；得分达到 0.2 "
        "才标出角色。分散：不属于其他任何角色，且归一化熵不低于 0.85。这只是倾向，不是证明"
    ),
    "attention.catalogue.hint.entropy": "一行的熵，以奈特计：0 表示只关注一个词元，数值越大，关注的词元越多",
    "attention.catalogue.hint.relative_entropy": "熵除以其最大值：1 表示均匀",
    "attention.catalogue.hint.confidence": "一行的最大权重，不计特殊词元",
    "attention.catalogue.hint.mean_distance": "查询到键的加权距离，以词元计；交叉注意力则为到对角线的距离",
    "attention.catalogue.hint.share_previous": "查询前一个词元上的权重",
    "attention.catalogue.hint.share_same": "查询自身位置上的权重",
    "attention.catalogue.hint.share_next": "查询后一个词元上的权重；解码器看不到它",
    "attention.catalogue.hint.share_first": (
        "第一个词元上的权重：在解码器中是起始符号，也是那里唯一的特殊词元，因此与“特殊词元”相等"
    ),
    "attention.catalogue.hint.share_last": (
        "该行可见的最后一个词元上的权重：在源语言句子中是结束符号，也是那里唯一的特殊词元，因此与“特殊词元”相等"
    ),
    "attention.catalogue.hint.share_special": (
        "起始和结束符号上的权重：在解码器中是第一个词元，在源语言句子中是最后一个"
    ),
    "attention.catalogue.hint.diagonality": "与对角线相距不超过一个词元的权重",
    "attention.catalogue.hint.coverage": (
        "至少有一次成为最受关注词的源端词所占的比例，即由此得到的对齐覆盖了源语言句子的多少"
    ),
    "attention.catalogue.hint.aer_predicted": (
        "对齐错误率（Och and Ney 2003），0 到 1，越低越好：目标词连到预测它的各行中最受关注的源端词"
    ),
    "attention.catalogue.hint.aer_read": "同上，但按读入目标词的各行计算",
    "attention.catalogue.role.none": "不明确",
    "attention.catalogue.role.previous": "前一个",
    "attention.catalogue.role.same": "自身",
    "attention.catalogue.role.next": "后一个",
    "attention.catalogue.role.first": "第一个",
    "attention.catalogue.role.special": "特殊词元",
    "attention.catalogue.role.broad": "分散",
    "attention.catalogue.role.aligned": "对齐",
    # Compare
    "attention.compare.text": "另一个句子",
    "attention.compare.text.placeholder": "留空：同一个句子",
    "attention.compare.target": "自拟译文",
    "attention.compare.target.placeholder": "留空：由模型翻译",
    "attention.compare.checkpoint": "模型",
    "attention.compare.rank": "同一次搜索的候选译文",
    "attention.compare.beam": "束宽",
    "attention.compare.alpha": "长度惩罚 α",
    "attention.compare.run": "对比",
    "attention.compare.running": "正在翻译……",
    "attention.compare.hint": (
        "写下另一个句子或自拟译文，或选择另一个模型、候选译文、束宽或长度惩罚：上方的视图会并排显示两个译文及其差异。"
        "在注意力头实验或搜索树中所作的改动，也在这里对比。"
    ),
    "attention.compare.no_answer": "服务器没有响应。请重试，或重新翻译。",
    "attention.compare.none": "无",
    "attention.compare.outputs": "两个输出，逐词元对照",
    "attention.compare.nats": "奈特",
    "attention.compare.pair": "{token}：概率先为 {p}，后为 {other}；对数概率相差 {by} 奈特",
    "attention.compare.apart": "基准为 {token}，改动后为 {other}：互不对应，没有差值",
    "attention.compare.outputs.note": (
        "对应的词元：{pairs} 个，基准共 {base} 个，改动后共 {variant} 个；带下划线的没有对应词元。"
        "词元下方是它的概率；两者之间是对数概率的变化。"
    ),
    "attention.compare.outputs.total": "合计：{before} → {after} 奈特（{by}）。",
    "attention.compare.scored": "自拟译文，逐词元评分",
    "attention.compare.scored.hint": (
        "{count} 个词元中，有 {first} 个被模型排在第一位。每个词元的评分，以它之前的自拟译文为条件；"
        "名次是在词表全部词元中的精确名次。"
    ),
    "attention.compare.scored.token": "词元",
    "attention.compare.scored.p": "概率",
    "attention.compare.scored.rank": "名次",
    "attention.compare.scored.other": "模型认为最可能的",
    "attention.compare.scored.show": "显示第 {step} 个词元：{token}",
    "attention.compare.heads": "每个头变化了多少",
    "attention.compare.heads.label": "每个头的权重的平均绝对差，{name}",
    "attention.compare.tile": "{name}：平均绝对差 {value}",
    "attention.compare.tile.none": "{name}：只有一个模型有这个头，或无法比较",
    "attention.compare.legend": "权重的平均 |差值|，由 8 位数值算出",
    "attention.compare.lenses": "一个头，两个视角",
    "attention.compare.lenses.second": "{first} 与",
    "attention.compare.lenses.none": "选择第二个视角",
    "attention.compare.lenses.hint": (
        "选择第二个视角：上方所示的头将按两个视角并排画出，并附两者之差。第一个视角就是上方视图所用的视角。"
    ),
    "attention.compare.lenses.difference": "份额之差：{second} − {first}",
    "attention.compare.lenses.figure": "{name} 的矩阵。方向键逐格移动；数值见下方。",
    "attention.compare.lenses.readout": "{query} → {key}：{first} · {second} · 占该行的份额 {before} → {after}（{by}）",
    "attention.compare.lenses.rho": "在每一行内，两者的秩相关系数在 {rows} 行上平均为 {mean}："
    "1 表示键的顺序相同，0 表示无关。",
    "attention.compare.lenses.rho.sized": (
        "在每一行内，两者的秩相关系数在 {rows} 行上平均：按绝对值为 {mean}，带正负号为 {signed}："
        "1 表示键的顺序相同，0 表示无关。"
    ),
    "attention.compare.lenses.shares": (
        "两个视角的单位不同，因此取它们在每一行中的份额之差：绝对值除以其总和；对于得分，取其 softmax。"
    ),
    "attention.compare.compared": "比较了什么",
    "attention.compare.rows": "行（{name}）：对应 {pairs} 个，基准共 {base} 个，改动后共 {variant} 个。",
    "attention.compare.columns": "列（{name}）：对应 {pairs} 个，基准共 {base} 个，改动后共 {variant} 个。",
    "attention.compare.left.base.rows": "只在基准中的行（{count}）：{tokens}",
    "attention.compare.left.variant.rows": "只在改动后的译文中的行（{count}）：{tokens}",
    "attention.compare.left.base.columns": "只在基准中的列（{count}）：{tokens}",
    "attention.compare.left.variant.columns": "只在改动后的译文中的列（{count}）：{tokens}",
    "attention.compare.cells": "均值取自行与列都有对应的 {count} 个权重。",
    "attention.compare.cells.causal": "均值取自行与列都有对应、且未被掩码屏蔽的 {count} 个权重。",
    "attention.compare.shapes": (
        "层数 × 头数不同，分别为 {base} 和 {variant}：只有两边编号都存在的头才有数值，其余画斜线。"
    ),
    "attention.compare.models": "两个模型各自独立训练：编号相同的头，功能可以不同，因此这里的差异大也说明不了什么。",
    "attention.compare.long": "对这么长的输入，只载入缩小的图：这里不比较权重。上方的视图一次完整显示一层。",
}
