"""Words of the comparison."""

WORDS = {
    "bench.compare": {"en": "Compare", "zh": "对比"},
    "bench.compare.question": {"en": "Another model, lens or sentence?", "zh": "换个模型、视角或句子呢？"},
    "compare.text": {"en": "Another sentence", "zh": "另一个句子"},
    "compare.text.placeholder": {"en": "empty: the same sentence", "zh": "留空：同一个句子"},
    "compare.target": {"en": "Your own translation", "zh": "自拟译文"},
    "compare.target.placeholder": {"en": "empty: the model translates", "zh": "留空：由模型翻译"},
    "compare.checkpoint": {"en": "model", "zh": "模型"},
    "compare.rank": {"en": "hypothesis of the same beam", "zh": "同一次搜索的候选译文"},
    "compare.beam": {"en": "beam", "zh": "束宽"},
    "compare.alpha": {"en": "length penalty α", "zh": "长度惩罚 α"},
    "compare.run": {"en": "compare", "zh": "对比"},
    "compare.running": {"en": "translating …", "zh": "正在翻译……"},
    "compare.hint": {
        "en": (
            "Write another sentence or your own translation, or choose another model, hypothesis,"
            " beam or length penalty: the views above show both translations side by side, and their difference. A "
            "change from"
            " the head lab or the search tree is compared here, too."
        ),
        "zh": (
            "写下另一个句子或自拟译文，或选择另一个模型、候选译文、束宽或长度惩罚："
            "上方的视图会并排显示两个译文及其差异。"
            "在注意力头实验或搜索树中所作的改动，也在这里对比。"
        ),
    },
    "compare.no_answer": {
        "en": "The server gave no answer. Try again, or translate again.",
        "zh": "服务器没有响应。请重试，或重新翻译。",
    },
    "compare.none": {"en": "nothing", "zh": "无"},
    "compare.outputs": {"en": "Both outputs, token by token", "zh": "两个输出，逐词元对照"},
    "compare.nats": {"en": "nats", "zh": "奈特"},
    "compare.pair": {
        "en": "{token}: probability {p}, then {other}; log-probability {by} nats",
        "zh": "{token}：概率先为 {p}，后为 {other}；对数概率相差 {by} 奈特",
    },
    "compare.apart": {
        "en": "“{first}”: {token}, “{second}”: {other}; no counterparts, no difference",
        "zh": "“{first}”为 {token}，“{second}”为 {other}：互不对应，没有差值",
    },
    "compare.outputs.note": {
        "en": (
            "Tokens that correspond: {pairs}, of {base} in “{first}” and {variant} in “{second}”; underlined"
            " ones do not have a counterpart. Under a token its probability; between two, the"
            " change of the log-probability."
        ),
        "zh": (
            "对应的词元：{pairs} 个，“{first}”共 {base} 个，“{second}”共 {variant} 个；带下划线的没有对应词元。"
            "词元下方是它的概率；两者之间是对数概率的变化。"
        ),
    },
    "compare.outputs.total": {
        "en": "In total: {before} → {after} nats ({by}).",
        "zh": "合计：{before} → {after} 奈特（{by}）。",
    },
    "compare.scored": {"en": "The given translation, token by token", "zh": "给定译文，逐词元评分"},
    "compare.scored.hint": {
        "en": (
            "The model ranks {first} of {count} tokens first. Each token is"
            " scored after the tokens of that translation before it; the rank is exact, among all tokens of the "
            "vocabulary."
        ),
        "zh": (
            "{count} 个词元中，有 {first} 个被模型排在第一位。每个词元的评分，以它之前的给定译文为条件；"
            "名次是在词表全部词元中的精确名次。"
        ),
    },
    "compare.scored.token": {"en": "token", "zh": "词元"},
    "compare.scored.p": {"en": "probability", "zh": "概率"},
    "compare.scored.rank": {"en": "rank", "zh": "名次"},
    "compare.scored.other": {"en": "most likely instead", "zh": "模型认为最可能的"},
    "compare.scored.show": {"en": "Show token {step}: {token}", "zh": "显示第 {step} 个词元：{token}"},
    "compare.heads": {"en": "How much each head changed", "zh": "每个头变化了多少"},
    "compare.heads.label": {
        "en": "Mean absolute difference of the weights of each head, {name}",
        "zh": "每个头的权重的平均绝对差，{name}",
    },
    "compare.tile": {"en": "{name}: mean absolute difference {value}", "zh": "{name}：平均绝对差 {value}"},
    "compare.tile.none": {
        "en": "{name}: not in both models, or not comparable",
        "zh": "{name}：只有一个模型有这个头，或无法比较",
    },
    "compare.legend": {"en": "mean |difference| of weights, from 8 bits", "zh": "权重的平均 |差值|，由 8 位数值算出"},
    "compare.lenses": {"en": "One head, two lenses", "zh": "一个头，两个视角"},
    "compare.lenses.second": {"en": "{first} and", "zh": "{first} 与"},
    "compare.lenses.none": {"en": "choose a second lens", "zh": "选择第二个视角"},
    "compare.lenses.hint": {
        "en": (
            "Choose a second lens: both are drawn side by side for the head that is shown"
            " above, with their difference. The lens of the views above is the first one."
        ),
        "zh": "选择第二个视角：上方所示的头将按两个视角并排画出，并附两者之差。第一个视角就是上方视图所用的视角。",
    },
    "compare.lenses.difference": {
        "en": "difference of shares: {second} − {first}",
        "zh": "份额之差：{second} − {first}",
    },
    "compare.lenses.figure": {
        "en": "Matrix of {name}. Arrow keys move from cell to cell; its numbers are below.",
        "zh": "{name} 的矩阵。方向键逐格移动；数值见下方。",
    },
    "compare.lenses.readout": {
        "en": ("{query} → {key}: {first} · {second} · share of the row {before} → {after} ({by})"),
        "zh": "{query} → {key}：{first} · {second} · 占该行的份额 {before} → {after}（{by}）",
    },
    "compare.lenses.rho": {
        "en": (
            "Within a row, the rank correlation of the two is {mean} on average over {rows}"
            " rows: 1 is the same order of the keys, 0 no relation."
        ),
        "zh": ("在每一行内，两者的秩相关系数在 {rows} 行上平均为 {mean}：1 表示键的顺序相同，0 表示无关。"),
    },
    "compare.lenses.rho.sized": {
        "en": (
            "Within a row, the rank correlation of the two is {mean} for absolute values"
            " and {signed} for values with their signs, on average over {rows} rows: 1 is the same order of the keys, "
            "0 no"
            " relation."
        ),
        "zh": (
            "在每一行内，两者的秩相关系数在 {rows} 行上平均：按绝对值为 {mean}，带正负号为 {signed}："
            "1 表示键的顺序相同，0 表示无关。"
        ),
    },
    "compare.lenses.shares": {
        "en": (
            "The units of two lenses differ, so the difference is that of their shares of"
            " each row: absolute values divided by their sum; for scores, their softmax."
        ),
        "zh": "两个视角的单位不同，因此取它们在每一行中的份额之差：绝对值除以其总和；对于得分，取其 softmax。",
    },
    "compare.compared": {"en": "What is compared", "zh": "比较了什么"},
    "compare.rows": {
        "en": "Rows ({name}): {pairs} correspond, of {base} in “{first}” and {variant} in “{second}”.",
        "zh": "行（{name}）：对应 {pairs} 个，“{first}”共 {base} 个，“{second}”共 {variant} 个。",
    },
    "compare.columns": {
        "en": "Columns ({name}): {pairs} correspond, of {base} in “{first}” and {variant} in “{second}”.",
        "zh": "列（{name}）：对应 {pairs} 个，“{first}”共 {base} 个，“{second}”共 {variant} 个。",
    },
    "compare.left.rows": {
        "en": "Rows only in “{side}” ({count}): {tokens}",
        "zh": "只在“{side}”中的行（{count}）：{tokens}",
    },
    "compare.left.columns": {
        "en": "Columns only in “{side}” ({count}): {tokens}",
        "zh": "只在“{side}”中的列（{count}）：{tokens}",
    },
    "compare.cells": {
        "en": "The mean is over the {count} weights where both row and column correspond.",
        "zh": "均值取自行与列都有对应的 {count} 个权重。",
    },
    "compare.cells.causal": {
        "en": ("The mean is over the {count} weights where both row and column correspond and no mask hides them."),
        "zh": "均值取自行与列都有对应、且未被掩码屏蔽的 {count} 个权重。",
    },
    "compare.shapes": {
        "en": (
            "Layers × heads differ, {base} and {variant}: only heads of the same number in both"
            " have a value, the others are hatched."
        ),
        "zh": "层数 × 头数不同，分别为 {base} 和 {variant}：只有两边编号都存在的头才有数值，其余画斜线。",
    },
    "compare.models": {
        "en": (
            "The models were trained independently: heads of the same number can have different"
            " functions, so a large difference here means little."
        ),
        "zh": "两个模型各自独立训练：编号相同的头，功能可以不同，因此这里的差异大也说明不了什么。",
    },
    "compare.long": {
        "en": (
            "For inputs of this length only reduced pictures are loaded: weights are not compared"
            " here. The views above show one layer at a time in full."
        ),
        "zh": "对这么长的输入，只载入缩小的图：这里不比较权重。上方的视图一次完整显示一层。",
    },
}
