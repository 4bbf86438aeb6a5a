"""The words of the search tree and of the head lab, in Chinese."""

LAB: dict[str, str] = {
    # The search tree
    "attention.tree.label": "搜索树，每个词元一层：方向键移动，Enter 键选择",
    "attention.tree.waiting": "正在重新搜索，并记录每个候选……",
    "attention.tree.no_answer": "服务器没有响应。请重新打开面板，或重新翻译。",
    "attention.tree.summary": (
        "束宽 {beam}：共 {steps} 步（含输出结束符号的一步）；搜索共为 {count} 个候选打分，其中保留 {kept} 个，"
        "完成 {finished} 个，剪去 {pruned} 个。线越粗，其词元的概率越大。"
    ),
    "attention.tree.summary.greedy": (
        "束宽 1，即贪心解码：共 {steps} 步，为 {count} 个候选打分，每步只保留概率最大的一个。线越粗，其词元的概率越大。"
    ),
    "attention.tree.changed": "改动后的译文的搜索。",
    "attention.tree.penalty": (
        "得分 = 整个译文的对数概率 ÷ 长度惩罚（α\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{alpha}）；最后得分最高者胜出。"
    ),
    "attention.tree.best": "完成的 {finished} 个中，显示最好的 {count} 个。",
    "attention.tree.reason.greedy": "每一步都取了概率最大的词元：贪心解码会给出同样的结果。",
    "attention.tree.reason.wins": (
        "第 {step} 步：{other} 的概率（{other_p}）大于 {own}（{own_p}）；但就整个句子而言，"
        "{own} 以 {by} 胜出（得分 {score}；选 {other} 的最好得分：{other_score}）。"
    ),
    "attention.tree.reason.loses": (
        "第 {step} 步：{other} 的概率（{other_p}）大于 {own}（{own_p}）；就整个句子而言，"
        "也是 {other} 以 {by} 胜出（得分 {score}；选 {other} 的最好得分：{other_score}）。"
    ),
    "attention.tree.reason.pruned": (
        "第 {step} 步：{other} 的概率（{other_p}）大于 {own}（{own_p}），但含有它的候选都没有完成："
        "其最后几个延续在第 {until} 步被剪去。"
    ),
    "attention.tree.reason.open": (
        "第 {step} 步：{other} 的概率（{other_p}）大于 {own}（{own_p}），但搜索结束时，含 {other} 的译文都还没有完成。"
    ),
    "attention.tree.reason.hidden": "{other} 属于其余候选，现在没有画出。",
    "attention.tree.others.show": "显示其余 {count} 个候选",
    "attention.tree.others.hide": "隐藏其余 {count} 个候选",
    "attention.tree.root": "起点：尚未生成词元",
    "attention.tree.node": "{token}：对数概率 {log_prob}，合计 {total}，得分 {score}；{status}",
    "attention.tree.number.log_prob": "词元的对数概率",
    "attention.tree.number.total": "合计，奈特",
    "attention.tree.number.penalty": "长度惩罚",
    "attention.tree.number.score": "得分",
    "attention.tree.is.kept": "保留：下一步继续扩展",
    "attention.tree.is.left": "在该步保留，但其延续都未进入最好之列",
    "attention.tree.is.last": "在该步保留，但搜索已经结束",
    "attention.tree.is.pruned": "剪去：在该步未进入最好之列",
    "attention.tree.is.finished": "已完成，但最终未进入最好之列",
    "attention.tree.is.hypothesis": "已完成：第 {rank} 个候选译文，共 {count} 个",
    "attention.tree.is.unfinished": "达到最大长度而停止：第 {rank} 个候选译文，共 {count} 个",
    "attention.tree.hint": "指向一个词元，查看它的路径；点击它，可从那里继续。",
    "attention.tree.hint.tap": "点按一个词元，查看它的路径；可从那里继续。",
    "attention.tree.attention": "查看这个译文的注意力",
    "attention.tree.continue": "从这里继续",
    "attention.tree.use": "强制使用这个词元",
    "attention.tree.instead": "强制使用这个词元：{token}，取代原来选中的词元",
    # The head lab
    "attention.lab.hint": (
        "点击一个头，依次切换：开启 → 关闭（输出为 0）→ 均匀（权重相等）→ 开启。点击层、列或类型的名称，"
        "可切换其中所有的头。"
    ),
    "attention.lab.hint.keys": (
        "按住 Ctrl 点击可多选，按住 Shift 点击可选一块。按键：o 关闭，u 均匀，s 选择，方向键移动。"
    ),
    "attention.lab.mode": "改动之后",
    "attention.lab.again": "重新翻译",
    "attention.lab.same": "保持原译文",
    "attention.lab.select": "多选",
    "attention.lab.all_off": "关闭所有头",
    "attention.lab.all_on": "开启所有头",
    "attention.lab.rank": "给所有头排名",
    "attention.lab.rank.changed": "给其余的头排名",
    "attention.lab.rank.hint": "排名依据：去掉每个头后，这些词损失的对数概率",
    "attention.lab.ranking": "正在排名……",
    "attention.lab.group.kind": "{name}的全部 {heads} 个头",
    "attention.lab.group.column": "{name}各层的第 {head} 个头",
    "attention.lab.group.layer": "{name}的第 {layer} 层",
    "attention.lab.group.none": "所有头都开启",
    "attention.lab.group.some": "{heads} 个头中改动了 {changed} 个",
    "attention.lab.group.all.off": "全部 {heads} 个头都已关闭",
    "attention.lab.group.all.uniform": "全部 {heads} 个头都已设为均匀",
    "attention.lab.group.all.mixed": "全部 {heads} 个头都有改动",
    "attention.lab.do.off": "关闭{group}",
    "attention.lab.do.uniform": "把{group}设为均匀",
    "attention.lab.do.on": "开启{group}",
    "attention.lab.count": "{heads} 个中改动了 {changed} 个",
    "attention.lab.selected.none": "请点击要一起改动的头。",
    "attention.lab.selected.count.one": "已选 {count} 个头",
    "attention.lab.selected.count.many": "已选 {count} 个头",
    "attention.lab.selected.off": "关闭",
    "attention.lab.selected.uniform": "设为均匀",
    "attention.lab.selected.on": "开启",
    "attention.lab.selected.clear": "清除选择",
    "attention.lab.tile": "{name}：{state}",
    "attention.lab.is.on": "开启",
    "attention.lab.is.off": "关闭",
    "attention.lab.is.uniform": "均匀",
    "attention.lab.loss": "对这些词，关闭它的代价为 {loss} 奈特",
    "attention.lab.loss.gains": "关闭它会使这些词的概率升高，对数概率增加 {loss} 奈特",
    "attention.lab.legend": "实心：开启。打叉：关闭。条纹：均匀。加框的是放大显示的头。",
    "attention.lab.legend.heat": (
        "数值是单独关闭该头时，这些词损失的对数概率，以奈特计。类型的颜色：该头使这些词的概率升高；"
        "紫色加横条、负值：没有它，这些词的概率更高。"
    ),
    "attention.lab.legend.heat.changed": (
        "数值是再关闭该头时，这些词（改动后的译文）损失的对数概率，以奈特计。类型的颜色：该头使这些词的概率升高；"
        "紫色加横条、负值：没有它，这些词的概率更高。已经关闭的头没有数值。"
    ),
    "attention.lab.ranked": "对这些词最重要的头",
    "attention.lab.ranked.changed": "对改动后的译文最重要的头",
    "attention.lab.ranked.base.changed": "其余的头参与时的对数概率：{base}",
    "attention.lab.ranked.base": "所有头参与时的对数概率：{base}",
    "attention.lab.ranked.note": (
        "只看一个句子，每次只关闭一个头：互相冗余的头，单独的得分都低。请在“保持原译文”模式下关闭几个头，"
        "查看它们对这些词的共同代价。"
    ),
    "attention.lab.ranked.harming": "{heads} 个头中，有 {count} 个单独关闭后会使这些词的概率升高。",
    "attention.lab.outcome": "改动的影响",
    "attention.lab.untouched": "还没有改动：所有头都开启，与训练时一样。",
    "attention.lab.waiting": "正在计算……",
    "attention.lab.here": "由浏览器计算，用时 {time} 毫秒。",
    "attention.lab.differs": "同一改动下，服务器得到的词与本页面不同。请再改动一个头，或重新翻译。",
    "attention.lab.no_answer": "服务器没有响应。请重试，或重新翻译。",
    "attention.lab.costs": "代价 {nats}",
    "attention.lab.gains": "增益 {nats}",
    "attention.lab.costs.whole": "对这些词，这次改动的代价为 {nats} 奈特。",
    "attention.lab.gains.whole": "这次改动使这些词的概率升高，对数概率增加 {nats} 奈特。",
    "attention.lab.costs.old": "对第一个译文的词，这次改动的代价为 {nats} 奈特。",
    "attention.lab.gains.old": "这次改动使第一个译文的词的概率升高，对数概率增加 {nats} 奈特。",
    "attention.lab.old.ask": "计算这次改动对第一个译文的词的代价",
    "attention.lab.joint": (
        "同时关闭 {heads} 个头，对这些词的代价为 {joint} 奈特；单独关闭各头的代价之和为 {sum} 奈特。"
    ),
    "attention.lab.joint.ask": "与单独关闭各头的代价比较",
    "attention.lab.total.before": "对数概率（奈特）：改动前",
    "attention.lab.total.after": "改动后",
    "attention.lab.total.by": "变化",
    "attention.lab.total.first": "对数概率（奈特）：第一个译文",
    "attention.lab.total.new": "新译文",
    "attention.lab.outcome.changed": (
        "原有 {words} 个词或字（含标点），消失 {lost} 个；现有 {after} 个词，新增 {added} 个（已标出）。"
        "新译文的对数概率为 {total}。两个对数概率针对不同的词：它们的差值不是代价。"
    ),
    "attention.lab.outcome.elsewhere": (
        "对相同的词重新评分：{steps} 步中有 {count} 步，现在概率最大的是另一个词元（带下划线）。"
        "每个词元下方是其对数概率的变化。"
    ),
    "attention.lab.outcome.tokens": (
        "{steps} 步中有 {count} 步，现在概率最大的是另一个词元（带下划线）。每个词元下方是其对数概率的变化。"
    ),
    "attention.lab.token": "{by} 奈特",
    "attention.lab.token.elsewhere": "{by} 奈特；现在概率最大的是：{other}",
    "attention.lab.switch.on": "关闭此头",
    "attention.lab.switch.off": "已关闭 · 重新开启",
    "attention.lab.switch.uniform": "均匀 · 开启",
    "attention.lab.switch.on.label": "关闭此头：{name}",
    "attention.lab.switch.off.label": "已关闭 · 重新开启：{name}",
    "attention.lab.switch.uniform.label": "均匀 · 开启：{name}",
    # The effect on a set of sentences
    "attention.effect": "对一组句子的影响",
    "attention.effect.hint": (
        "整个模型的损失和 BLEU，以及改动这些头之后的损失和 BLEU，由服务器在同样的句子上测量。测量在后台进行，"
        "期间可以做别的事。"
    ),
    "attention.effect.set": "用于测量的句子",
    "attention.effect.set.sample": "示例句子",
    "attention.effect.set.own": "自选句子",
    "attention.effect.search": "解码",
    "attention.effect.search.greedy": "贪心",
    "attention.effect.search.shown": "束宽 {beam}，α {alpha}",
    "attention.effect.by_beam": "束宽 {beam}，α {alpha}",
    "attention.effect.run": "测量影响",
    "attention.effect.stop": "停止",
    "attention.effect.stopping": "正在停止……",
    "attention.effect.own": "自选句对，每行一对",
    "attention.effect.own.placeholder": "句子⇥参考译文\n另一个句子⇥参考译文",
    "attention.effect.own.hint": (
        "源语言句子、制表符、参考译文：最多 200 行。如果没有参考译文，就用未改动的模型自己的译文代替。"
        "更大的文件请用：python -m core ablate。"
    ),
    "attention.effect.choose": "从文件读取",
    "attention.effect.file_size": "文件太大：最多 {size} 个字符。",
    "attention.effect.no_heads": "请先关闭一些头，或把它们设为均匀。",
    "attention.effect.no_text": "请粘贴句对，或从文件读取。",
    "attention.effect.edits": "编辑过的行只属于一个句子，不参与测量。",
    "attention.effect.progress": "已测量的句子",
    "attention.effect.done": "{done} / {total} 个句子",
    "attention.effect.running": "正在测量……",
    "attention.effect.stopped": "已停止：没有结果。",
    "attention.effect.measured": "结果针对现在改动的头。",
    "attention.effect.other": "结果针对其他的头或另一个模型（{name}）；请对现在的头重新测量。",
    "attention.effect.column.measure": "指标",
    "attention.effect.column.before": "改动前",
    "attention.effect.column.after": "改动后",
    "attention.effect.column.change": "变化",
    "attention.effect.column.interval": "{percent} 区间",
    "attention.effect.measure.loss": "损失（奈特/词元）",
    "attention.effect.measure.bleu": "BLEU",
    "attention.effect.interval": "{low} 到 {high}",
    "attention.effect.no_interval": "只有一个句子，没有区间",
    "attention.effect.worse": "变差：区间不含 0",
    "attention.effect.better": "变好：区间不含 0",
    "attention.effect.unclear": "不明确：区间包含 0",
    "attention.effect.few": "不作判断：不足 {least} 个句子，太少",
    "attention.effect.heads.off": "关闭 {count} 个（{names}）",
    "attention.effect.heads.uniform": "均匀 {count} 个（{names}）",
    "attention.effect.about": (
        "{name}，改动的头：{heads}。{sentences} 个句子，{tokens} 个目标端词元，{search}，{seconds} 秒；"
        "{changed} 个译文有变化。"
    ),
    "attention.effect.references.sample": "句子和参考译文来自本项目，从未用于训练。",
    "attention.effect.references.own": "参考译文由使用者提供。",
    "attention.effect.own_targets": "没有参考译文：损失按未改动的模型自己的译文计算，BLEU 也与这些译文比较。",
    "attention.effect.method": (
        "损失：按参考译文逐词元计算，采用教师强制。变化的 {percent} 区间：对句子做配对自助法（Koehn 2004），"
        "重采样 {resamples} 次，随机种子 {seed}。"
    ),
    "attention.effect.csv": "结果存为 CSV",
    "attention.effect.json": "结果存为 JSON",
    # One row by hand
    "attention.lab.edit": "手动编辑一行",
    "attention.lab.edit.query": "要编辑的行",
    "attention.lab.edit.key": "{token} 上的权重",
    "attention.lab.edit.reset": "还原该行",
    "attention.lab.edit.hint": ("拖动滑块改变权重。其余权重按比例调整：一行之和始终为 1。"),
    "attention.lab.edit.hint.keys": "按键：方向键 ±0.01，Page Up 和 Page Down ±0.1，Home 为 0，End 为 1。",
    "attention.lab.edit.tick": "各横条上的刻度线是模型的权重。",
    "attention.lab.edit.alone": "这一行只有一个键：它的权重为 1。",
    "attention.lab.edit.rows.one": "已编辑 {count} 行。",
    "attention.lab.edit.rows.many": "已编辑 {count} 行。",
    "attention.lab.edit.head_off": "这个头已关闭：它的各行不起作用。",
}
