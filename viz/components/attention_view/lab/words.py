"""Words of the head lab."""

WORDS = {
    "bench.lab": {"en": "Head lab", "zh": "注意力头实验"},
    "bench.lab.question": {"en": "Does a head matter?", "zh": "这个头重要吗？"},
    "lab.hint": {
        "en": (
            "Click a head: on → off (its output is 0) → uniform (equal weights) → on."
            " The name of a layer, a column or a kind switches all its heads."
        ),
        "zh": (
            "点击一个头，依次切换：开启 → 关闭（输出为 0）→ 均匀（权重相等）→ 开启。点击层、列或类型的名称，"
            "可切换其中所有的头。"
        ),
    },
    "lab.hint.keys": {
        "en": ("Ctrl-click selects several, Shift-click a block. Keys: o off, u uniform, s select, arrows move."),
        "zh": "按住 Ctrl 点击可多选，按住 Shift 点击可选一块。按键：o 关闭，u 均匀，s 选择，方向键移动。",
    },
    "lab.mode": {"en": "after a change", "zh": "改动之后"},
    "lab.again": {"en": "translate again", "zh": "重新翻译"},
    "lab.same": {"en": "same words", "zh": "保持原译文"},
    "lab.select": {"en": "select several", "zh": "多选"},
    "lab.all_off": {"en": "all heads off", "zh": "关闭所有头"},
    "lab.all_on": {"en": "all heads on", "zh": "开启所有头"},
    "lab.rank": {"en": "rank all heads", "zh": "给所有头排名"},
    "lab.rank.changed": {"en": "rank the others", "zh": "给其余的头排名"},
    "lab.rank.hint": {
        "en": "ranked by the log-probability that these words lose without each head",
        "zh": "排名依据：去掉每个头后，这些词损失的对数概率",
    },
    "lab.ranking": {"en": "ranking …", "zh": "正在排名……"},
    "lab.group.kind": {"en": "all {heads} heads of {name}", "zh": "{name}的全部 {heads} 个头"},
    "lab.group.column": {"en": "head {head} of every layer of {name}", "zh": "{name}各层的第 {head} 个头"},
    "lab.group.layer": {"en": "layer {layer} of {name}", "zh": "{name}的第 {layer} 层"},
    "lab.group.none": {"en": "every head is on", "zh": "所有头都开启"},
    "lab.group.some": {"en": "{changed} of {heads} heads are changed", "zh": "{heads} 个头中改动了 {changed} 个"},
    "lab.group.all.off": {"en": "all {heads} heads are off", "zh": "全部 {heads} 个头都已关闭"},
    "lab.group.all.uniform": {"en": "all {heads} heads are uniform", "zh": "全部 {heads} 个头都已设为均匀"},
    "lab.group.all.mixed": {"en": "all {heads} heads are changed", "zh": "全部 {heads} 个头都有改动"},
    "lab.do.off": {"en": "switch off {group}", "zh": "关闭{group}"},
    "lab.do.uniform": {"en": "make {group} uniform", "zh": "把{group}设为均匀"},
    "lab.do.on": {"en": "switch on {group}", "zh": "开启{group}"},
    "lab.count": {"en": "{changed} of {heads} changed", "zh": "{heads} 个中改动了 {changed} 个"},
    "lab.selected.none": {"en": "Click the heads to change together.", "zh": "请点击要一起改动的头。"},
    "lab.selected.count.one": {"en": "{count} head selected", "zh": "已选 {count} 个头"},
    "lab.selected.count.many": {"en": "{count} heads selected", "zh": "已选 {count} 个头"},
    "lab.selected.off": {"en": "switch off", "zh": "关闭"},
    "lab.selected.uniform": {"en": "make uniform", "zh": "设为均匀"},
    "lab.selected.on": {"en": "switch on", "zh": "开启"},
    "lab.selected.clear": {"en": "clear selection", "zh": "清除选择"},
    "lab.tile": {"en": "{name}: {state}", "zh": "{name}：{state}"},
    "lab.is.on": {"en": "on", "zh": "开启"},
    "lab.is.off": {"en": "off", "zh": "关闭"},
    "lab.is.uniform": {"en": "uniform", "zh": "均匀"},
    "lab.loss": {
        "en": "switching it off costs {loss} nats for these words",
        "zh": "对这些词，关闭它的代价为 {loss} 奈特",
    },
    "lab.loss.gains": {
        "en": "switching it off makes these words more probable, by {loss} nats",
        "zh": "关闭它会使这些词的概率升高，对数概率增加 {loss} 奈特",
    },
    "lab.legend": {
        "en": "Filled: on. Crossed out: off. Striped: uniform. The frame is the head shown large.",
        "zh": "实心：开启。打叉：关闭。条纹：均匀。加框的是放大显示的头。",
    },
    "lab.legend.heat": {
        "en": (
            "Nats of log-probability that these words lose when this head alone is off. The kind's"
            " colour: the head makes them more probable; the other colour with a bar, negative: they are more probable"
            " without it."
        ),
        "zh": (
            "数值是单独关闭该头时，这些词损失的对数概率，以奈特计。类型的颜色：该头使这些词的概率升高；"
            "另一种颜色加横条、负值：没有它，这些词的概率更高。"
        ),
    },
    "lab.legend.heat.changed": {
        "en": (
            "Nats of log-probability that these words, the changed translation, lose when"
            " this head is off in addition. The kind's colour: the head makes them more probable; the other colour with"
            " a bar, negative:"
            " they are more probable without it."
            " Heads that are off already have no number."
        ),
        "zh": (
            "数值是再关闭该头时，这些词（改动后的译文）损失的对数概率，以奈特计。类型的颜色：该头使这些词的概率升高；"
            "另一种颜色加横条、负值：没有它，这些词的概率更高。已经关闭的头没有数值。"
        ),
    },
    "lab.ranked": {"en": "Most important heads for these words", "zh": "对这些词最重要的头"},
    "lab.ranked.changed": {"en": "Most important heads for the changed translation", "zh": "对改动后的译文最重要的头"},
    "lab.ranked.base.changed": {
        "en": "log-probability with the other heads: {base}",
        "zh": "其余的头参与时的对数概率：{base}",
    },
    "lab.ranked.base": {"en": "log-probability with every head: {base}", "zh": "所有头参与时的对数概率：{base}"},
    "lab.ranked.note": {
        "en": (
            "One sentence, one head at a time: redundant heads each score low here. Switch"
            " several off in the mode “same words” to see their joint cost for these words."
        ),
        "zh": (
            "只看一个句子，每次只关闭一个头：互相冗余的头，单独的得分都低。请在“保持原译文”模式下关闭几个头，"
            "查看它们对这些词的共同代价。"
        ),
    },
    "lab.ranked.harming": {
        "en": ("Heads that make these words less probable, each switched off alone: {count} of {heads}."),
        "zh": "{heads} 个头中，有 {count} 个单独关闭后会使这些词的概率升高。",
    },
    "lab.outcome": {"en": "What changed", "zh": "改动的影响"},
    "lab.untouched": {
        "en": "No change yet: every head is on, as in training.",
        "zh": "还没有改动：所有头都开启，与训练时一样。",
    },
    "lab.waiting": {"en": "Computing …", "zh": "正在计算……"},
    "lab.here": {"en": "Computed by your browser in {time} ms.", "zh": "由浏览器计算，用时 {time} 毫秒。"},
    "lab.differs": {
        "en": "The server makes other words of this change than this page. Change a head again, or translate again.",
        "zh": "同一改动下，服务器得到的词与本页面不同。请再改动一个头，或重新翻译。",
    },
    "lab.no_answer": {
        "en": "The server gave no answer. Try again, or translate again.",
        "zh": "服务器没有响应。请重试，或重新翻译。",
    },
    "lab.costs": {"en": "costs {nats}", "zh": "代价 {nats}"},
    "lab.gains": {"en": "gains {nats}", "zh": "增益 {nats}"},
    "lab.costs.whole": {
        "en": "This change costs {nats} nats for these words.",
        "zh": "对这些词，这次改动的代价为 {nats} 奈特。",
    },
    "lab.gains.whole": {
        "en": "This change makes these words more probable, by {nats} nats.",
        "zh": "这次改动使这些词的概率升高，对数概率增加 {nats} 奈特。",
    },
    "lab.costs.old": {
        "en": "For the words of the first translation, this change costs {nats} nats.",
        "zh": "对第一个译文的词，这次改动的代价为 {nats} 奈特。",
    },
    "lab.gains.old": {
        "en": "This change makes the words of the first translation more probable, by {nats} nats.",
        "zh": "这次改动使第一个译文的词的概率升高，对数概率增加 {nats} 奈特。",
    },
    "lab.old.ask": {
        "en": "cost of this change for the words of the first translation",
        "zh": "计算这次改动对第一个译文的词的代价",
    },
    "lab.joint": {
        "en": (
            "{heads} heads off together cost {joint} nats for these words; the sum of their single costs is {sum} nats."
        ),
        "zh": "同时关闭 {heads} 个头，对这些词的代价为 {joint} 奈特；单独关闭各头的代价之和为 {sum} 奈特。",
    },
    "lab.joint.ask": {"en": "compare with the single cost of each head", "zh": "与单独关闭各头的代价比较"},
    "lab.total.before": {"en": "log-prob, nats: before", "zh": "对数概率（奈特）：改动前"},
    "lab.total.after": {"en": "after", "zh": "改动后"},
    "lab.total.by": {"en": "change", "zh": "变化"},
    "lab.total.first": {"en": "log-prob, nats: first translation", "zh": "对数概率（奈特）：第一个译文"},
    "lab.total.new": {"en": "new translation", "zh": "新译文"},
    "lab.outcome.changed": {
        "en": (
            "{lost} of {words} words and signs lost, {added} of {after} new (marked). The new"
            " translation has log-probability {total}. The two log-probabilities are of different words:"
            " their difference is not a cost."
        ),
        "zh": (
            "原有 {words} 个词或字（含标点），消失 {lost} 个；现有 {after} 个词，新增 {added} 个（已标出）。"
            "新译文的对数概率为 {total}。两个对数概率针对不同的词：它们的差值不是代价。"
        ),
    },
    "lab.outcome.elsewhere": {
        "en": (
            "The same words, scored again: at {count} of {steps} steps another token would"
            " now be the most probable (underlined). Under each token the change of its log-probability."
        ),
        "zh": (
            "对相同的词重新评分：{steps} 步中有 {count} 步，现在概率最大的是另一个词元（带下划线）。"
            "每个词元下方是其对数概率的变化。"
        ),
    },
    "lab.outcome.tokens": {
        "en": (
            "At {count} of {steps} steps another token would now be the most probable"
            " (underlined). Under each token the change of its log-probability."
        ),
        "zh": "{steps} 步中有 {count} 步，现在概率最大的是另一个词元（带下划线）。每个词元下方是其对数概率的变化。",
    },
    "lab.token": {"en": "{by} nats", "zh": "{by} 奈特"},
    "lab.token.elsewhere": {
        "en": "{by} nats; most probable now: {other}",
        "zh": "{by} 奈特；现在概率最大的是：{other}",
    },
    "lab.switch.on": {"en": "switch off", "zh": "关闭此头"},
    "lab.switch.off": {"en": "off · switch on", "zh": "已关闭 · 重新开启"},
    "lab.switch.uniform": {"en": "uniform · switch on", "zh": "均匀 · 开启"},
    "lab.switch.on.label": {"en": "switch off: {name}", "zh": "关闭此头：{name}"},
    "lab.switch.off.label": {"en": "off · switch on: {name}", "zh": "已关闭 · 重新开启：{name}"},
    "lab.switch.uniform.label": {"en": "uniform · switch on: {name}", "zh": "均匀 · 开启：{name}"},
    "effect": {"en": "Effect on a set of sentences", "zh": "对一组句子的影响"},
    "effect.hint": {
        "en": (
            "Loss and BLEU of the whole model and of the model with these heads changed, measured on"
            " the same sentences by the server. It continues while you do something else."
        ),
        "zh": (
            "整个模型的损失和 BLEU，以及改动这些头之后的损失和 BLEU，由服务器在同样的句子上测量。测量在后台进行，"
            "期间可以做别的事。"
        ),
    },
    "effect.set": {"en": "sentences to measure on", "zh": "用于测量的句子"},
    "effect.set.sample": {"en": "sample sentences", "zh": "示例句子"},
    "effect.set.own": {"en": "my own", "zh": "自选句子"},
    "effect.search": {"en": "decoding", "zh": "解码"},
    "effect.search.greedy": {"en": "greedy", "zh": "贪心"},
    "effect.search.shown": {"en": "beam {beam}, α {alpha}", "zh": "束宽 {beam}，α {alpha}"},
    "effect.by_beam": {"en": "beam {beam}, α {alpha}", "zh": "束宽 {beam}，α {alpha}"},
    "effect.run": {"en": "measure the effect", "zh": "测量影响"},
    "effect.stop": {"en": "stop", "zh": "停止"},
    "effect.stopping": {"en": "stopping …", "zh": "正在停止……"},
    "effect.own": {"en": "Your own pairs, one per line", "zh": "自选句对，每行一对"},
    "effect.own.placeholder": {
        "en": "A sentence⇥its reference translation\nAnother one⇥its reference",
        "zh": "句子⇥参考译文\n另一个句子⇥参考译文",
    },
    "effect.own.hint": {
        "en": (
            "Source, tab, reference: at most 200 lines. Without references the unchanged model's"
            " own translations take their place. For larger files: python -m core ablate."
        ),
        "zh": (
            "源语言句子、制表符、参考译文：最多 200 行。如果没有参考译文，就用未改动的模型自己的译文代替。"
            "更大的文件请用：python -m core ablate。"
        ),
    },
    "effect.choose": {"en": "read from a file", "zh": "从文件读取"},
    "effect.file_size": {
        "en": "The file is too large: at most {size} characters.",
        "zh": "文件太大：最多 {size} 个字符。",
    },
    "effect.no_heads": {
        "en": "Switch heads off or make them uniform first.",
        "zh": "请先关闭一些头，或把它们设为均匀。",
    },
    "effect.no_text": {"en": "Paste pairs, or read them from a file.", "zh": "请粘贴句对，或从文件读取。"},
    "effect.edits": {
        "en": "Edited rows belong to one sentence and are not measured.",
        "zh": "编辑过的行只属于一个句子，不参与测量。",
    },
    "effect.progress": {"en": "sentences measured", "zh": "已测量的句子"},
    "effect.done": {"en": "{done} of {total} sentences", "zh": "{done} / {total} 个句子"},
    "effect.running": {"en": "Measuring …", "zh": "正在测量……"},
    "effect.stopped": {"en": "Stopped: nothing was measured.", "zh": "已停止：没有结果。"},
    "effect.measured": {"en": "Measured for the heads that are changed now.", "zh": "结果针对现在改动的头。"},
    "effect.other": {
        "en": "Measured for other heads or another model ({name}); measure again for the present ones.",
        "zh": "结果针对其他的头或另一个模型（{name}）；请对现在的头重新测量。",
    },
    "effect.column.measure": {"en": "measure", "zh": "指标"},
    "effect.column.before": {"en": "before", "zh": "改动前"},
    "effect.column.after": {"en": "after", "zh": "改动后"},
    "effect.column.change": {"en": "change", "zh": "变化"},
    "effect.column.interval": {"en": "{percent} interval", "zh": "{percent} 区间"},
    "effect.measure.loss": {"en": "loss, nats per token", "zh": "损失（奈特/词元）"},
    "effect.measure.bleu": "BLEU",
    "effect.interval": {"en": "{low} to {high}", "zh": "{low} 到 {high}"},
    "effect.no_interval": {"en": "none for one sentence", "zh": "只有一个句子，没有区间"},
    "effect.worse": {"en": "worse: the interval excludes 0", "zh": "变差：区间不含 0"},
    "effect.better": {"en": "better: the interval excludes 0", "zh": "变好：区间不含 0"},
    "effect.unclear": {"en": "unclear: the interval contains 0", "zh": "不明确：区间包含 0"},
    "effect.few": {
        "en": "no verdict: fewer than {least} sentences are too few",
        "zh": "不作判断：不足 {least} 个句子，太少",
    },
    "effect.heads.off": {"en": "{count} off ({names})", "zh": "关闭 {count} 个（{names}）"},
    "effect.heads.uniform": {"en": "{count} uniform ({names})", "zh": "均匀 {count} 个（{names}）"},
    "effect.about": {
        "en": (
            "{name}, heads: {heads}. Sentences: {sentences}; target tokens: {tokens}; {search};"
            " {seconds} s; changed translations: {changed}."
        ),
        "zh": (
            "{name}，改动的头：{heads}。{sentences} 个句子，{tokens} 个目标端词元，{search}，{seconds} 秒；"
            "{changed} 个译文有变化。"
        ),
    },
    "effect.references.sample": {
        "en": "Sentences and references of this project, never used in training.",
        "zh": "句子和参考译文来自本项目，从未用于训练。",
    },
    "effect.references.own": {"en": "The references are yours.", "zh": "参考译文由使用者提供。"},
    "effect.own_targets": {
        "en": (
            "Without references: the loss is of the unchanged model's own translations, and BLEU compares with them."
        ),
        "zh": "没有参考译文：损失按未改动的模型自己的译文计算，BLEU 也与这些译文比较。",
    },
    "effect.method": {
        "en": (
            "Loss: the references, token by token, teacher-forced. {percent} interval of the"
            " change: paired bootstrap over sentences (Koehn 2004), {resamples} resamples, seed {seed}."
        ),
        "zh": (
            "损失：按参考译文逐词元计算，采用教师强制。变化的 {percent} 区间：对句子做配对自助法（Koehn 2004），"
            "重采样 {resamples} 次，随机种子 {seed}。"
        ),
    },
    "effect.csv": {"en": "result as CSV", "zh": "结果存为 CSV"},
    "effect.json": {"en": "result as JSON", "zh": "结果存为 JSON"},
    "lab.edit": {"en": "Edit one row by hand", "zh": "手动编辑一行"},
    "lab.edit.query": {"en": "row to edit", "zh": "要编辑的行"},
    "lab.edit.key": {"en": "weight on {token}", "zh": "{token} 上的权重"},
    "lab.edit.reset": {"en": "reset the row", "zh": "还原该行"},
    "lab.edit.hint": {
        "en": "Drag a bar. The other weights are rescaled: a row always sums to 1.",
        "zh": "拖动滑块改变权重。其余权重按比例调整：一行之和始终为 1。",
    },
    "lab.edit.hint.keys": {
        "en": "Keys: arrows ±0.01, Page Up and Page Down ±0.1, Home 0, End 1.",
        "zh": "按键：方向键 ±0.01，Page Up 和 Page Down ±0.1，Home 为 0，End 为 1。",
    },
    "lab.edit.tick": {"en": "The tick on each bar is the model's weight.", "zh": "各横条上的刻度线是模型的权重。"},
    "lab.edit.alone": {"en": "This row has only one key: its weight is 1.", "zh": "这一行只有一个键：它的权重为 1。"},
    "lab.edit.rows.one": {"en": "{count} row edited.", "zh": "已编辑 {count} 行。"},
    "lab.edit.rows.many": {"en": "{count} rows edited.", "zh": "已编辑 {count} 行。"},
    "lab.edit.head_off": {"en": "This head is off: its rows have no effect.", "zh": "这个头已关闭：它的各行不起作用。"},
}
