"""Words of the search tree."""

WORDS = {
    "bench.tree": {"en": "Search tree", "zh": "搜索树"},
    "bench.tree.question": {"en": "Why these words and not others?", "zh": "为什么是这些词，而不是别的？"},
    "tree.label": {
        "en": "Search tree, one level per token: arrow keys move, Enter chooses",
        "zh": "搜索树，每个词元一层：方向键移动，Enter 键选择",
    },
    "tree.waiting": {"en": "Searching again and recording every candidate …", "zh": "正在重新搜索，并记录每个候选……"},
    "tree.no_answer": {
        "en": "The server gave no answer. Open the panel again, or translate again.",
        "zh": "服务器没有响应。请重新打开面板，或重新翻译。",
    },
    "tree.summary": {
        "en": (
            "Beam {beam}: in {steps} steps, the one that writes the end symbol included, the search"
            " scored {count} candidates, kept {kept}, finished {finished} and pruned {pruned}. The thicker a line, the "
            "more"
            " probable its token."
        ),
        "zh": (
            "束宽 {beam}：共 {steps} 步（含输出结束符号的一步）；搜索共为 {count} 个候选打分，其中保留 {kept} 个，"
            "完成 {finished} 个，剪去 {pruned} 个。线越粗，其词元的概率越大。"
        ),
    },
    "tree.summary.greedy": {
        "en": (
            "Beam 1, greedy search: in {steps} steps it scored {count} candidates and kept"
            " only the most probable one. The thicker a line, the more probable its token."
        ),
        "zh": (
            "束宽 1，即贪心解码：共 {steps} 步，为 {count} 个候选打分，每步只保留概率最大的一个。线越粗，"
            "其词元的概率越大。"
        ),
    },
    "tree.changed": {"en": "The search of “{side}”.", "zh": "“{side}”的搜索。"},
    "tree.penalty": {
        "en": (
            "Score = log-probability of the whole ÷ length penalty"
            " (α\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{alpha}); at the end the best"
            " score wins."
        ),
        "zh": (
            "得分 = 整个译文的对数概率 ÷ 长度惩罚（α\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{alpha}）；"
            "最后得分最高者胜出。"
        ),
    },
    "tree.best": {
        "en": "Of the {finished} finished, the best {count} are shown.",
        "zh": "完成的 {finished} 个中，显示最好的 {count} 个。",
    },
    "tree.reason.greedy": {
        "en": "At every step the most probable token was taken: greedy decoding gives the same.",
        "zh": "每一步都取了概率最大的词元：贪心解码会给出同样的结果。",
    },
    "tree.reason.wins": {
        "en": (
            "Step {step}: {other} was more probable ({other_p}) than {own} ({own_p}); over the"
            " whole sentence {own} wins by {by} (score {score}; the best with {other}: {other_score})."
        ),
        "zh": (
            "第 {step} 步：{other} 的概率（{other_p}）大于 {own}（{own_p}）；但就整个句子而言，"
            "{own} 以 {by} 胜出（得分 {score}；选 {other} 的最好得分：{other_score}）。"
        ),
    },
    "tree.reason.loses": {
        "en": (
            "Step {step}: {other} was more probable ({other_p}) than {own} ({own_p}), and over"
            " the whole sentence {other} wins by {by} (score {score}; the best with {other}: {other_score})."
        ),
        "zh": (
            "第 {step} 步：{other} 的概率（{other_p}）大于 {own}（{own_p}）；就整个句子而言，"
            "也是 {other} 以 {by} 胜出（得分 {score}；选 {other} 的最好得分：{other_score}）。"
        ),
    },
    "tree.reason.pruned": {
        "en": (
            "Step {step}: {other} was more probable ({other_p}) than {own} ({own_p}), but it"
            " led to no finished hypothesis: its last continuations were pruned at step {until}."
        ),
        "zh": (
            "第 {step} 步：{other} 的概率（{other_p}）大于 {own}（{own_p}），但含有它的候选都没有完成："
            "其最后几个延续在第 {until} 步被剪去。"
        ),
    },
    "tree.reason.open": {
        "en": (
            "Step {step}: {other} was more probable ({other_p}) than {own} ({own_p}), but no"
            " hypothesis with {other} had finished when the search ended."
        ),
        "zh": (
            "第 {step} 步：{other} 的概率（{other_p}）大于 {own}（{own_p}），但搜索结束时，含 {other} "
            "的译文都还没有完成。"
        ),
    },
    "tree.reason.hidden": {
        "en": "{other} is among the other candidates, which are hidden.",
        "zh": "{other} 属于其余候选，现在没有画出。",
    },
    "tree.others.show": {"en": "show the other candidates ({count})", "zh": "显示其余 {count} 个候选"},
    "tree.others.hide": {"en": "hide the other candidates ({count})", "zh": "隐藏其余 {count} 个候选"},
    "tree.root": {"en": "the start: no token generated yet", "zh": "起点：尚未生成词元"},
    "tree.node": {
        "en": "{token}: log-probability {log_prob}, total {total}, score {score}; {status}",
        "zh": "{token}：对数概率 {log_prob}，合计 {total}，得分 {score}；{status}",
    },
    "tree.number.log_prob": {"en": "log-prob of token", "zh": "词元的对数概率"},
    "tree.number.total": {"en": "total, nats", "zh": "合计，奈特"},
    "tree.number.penalty": {"en": "length penalty", "zh": "长度惩罚"},
    "tree.number.score": {"en": "score", "zh": "得分"},
    "tree.is.kept": {"en": "kept: continued at the next step", "zh": "保留：下一步继续扩展"},
    "tree.is.left": {
        "en": "kept at its step, but none of its continuations was among the best",
        "zh": "在该步保留，但其延续都未进入最好之列",
    },
    "tree.is.last": {"en": "kept at its step, but the search had ended", "zh": "在该步保留，但搜索已经结束"},
    "tree.is.pruned": {"en": "pruned: not among the best of its step", "zh": "剪去：在该步未进入最好之列"},
    "tree.is.finished": {"en": "finished, but not among the best in the end", "zh": "已完成，但最终未进入最好之列"},
    "tree.is.hypothesis": {
        "en": "finished: hypothesis {rank} of {count}",
        "zh": "已完成：第 {rank} 个候选译文，共 {count} 个",
    },
    "tree.is.unfinished": {
        "en": "stopped at the maximum length: hypothesis {rank} of {count}",
        "zh": "达到最大长度而停止：第 {rank} 个候选译文，共 {count} 个",
    },
    "tree.hint": {
        "en": "Point at a token for its path; click it to continue from there.",
        "zh": "指向一个词元，查看它的路径；点击它，可从那里继续。",
    },
    "tree.hint.tap": {
        "en": "Tap a token for its path, and to continue from there.",
        "zh": "点按一个词元，查看它的路径；可从那里继续。",
    },
    "tree.attention": {"en": "attention of this hypothesis", "zh": "查看这个译文的注意力"},
    "tree.continue": {"en": "continue from here", "zh": "从这里继续"},
    "tree.use": {"en": "force this token", "zh": "强制使用这个词元"},
    "tree.instead": {
        "en": "force this token: {token} instead of the chosen one",
        "zh": "强制使用这个词元：{token}，取代原来选中的词元",
    },
}
