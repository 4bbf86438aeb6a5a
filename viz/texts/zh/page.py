"""Chinese: the header of the page, the first tab and the last."""

PAGE = {
    "page.title": "Glassformer",
    "page.subtitle": "看透 Transformer：一个翻译句子的神经网络",
    "page.language": "语言",
    "page.language.name": "中文",
    "page.theme": "浅色或深色",
    "page.path": "论文路线",
    "page.upload": "添加文件",
    "page.bad_values": "数值无效：请刷新页面。",
    "page.fault": "程序出错了。请重试；详情见日志。",
    "list.and": "、",
    "list.none": "无",
    "page.open": "打开模型",
    "page.open.trace": "打开注意力文件",
    "page.open.trace.hint": (
        "注意力文件：任何模型的注意力，存为 NPZ 文件，由本页保存，或用 numpy.savez 以 encoder、decoder、cross、"
        "source_tokens、target_tokens 为名写成。文件只在本次访问中读取，不会保存。"
    ),
    "page.open.trace.file": "打开注意力文件（.npz）",
    "page.api": "用程序调用",
    "page.open.folder": (
        "这台计算机上的文件夹，或 Hugging Face Hub 上的名称：MarianMT 模型（如 OPUS-MT）、检查点或一次训练。"
        "会在检查点文件夹中复制一份，名为 opened-NAME，git 会忽略它"
    ),
    "page.open.placeholder": "/home/me/opus-mt-en-de，OWNER/NAME",
    "page.open.run": "导入副本",
    "page.open.remove": "删除所选的副本",
    "page.checkpoint": "模型",
    "page.checkpoint.gone": "模型“{name}”已不存在。已选择“{now}”。",
    "page.no_checkpoint": "还没有模型：请在“训练”标签页训练一个，或把检查点文件夹放入 checkpoints 文件夹。",
    "page.card.languages": "{source}\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}{target}",
    "page.card.parameters": "参数量\N{NO-BREAK SPACE}{millions:.1f}\N{NO-BREAK SPACE}M",
    "page.card.parameters_small": "参数量\N{NO-BREAK SPACE}{thousands:.0f}\N{NO-BREAK SPACE}k",
    "page.card.shape": (
        "{layers}\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}{decoder_layers}\N{NO-BREAK SPACE}层 · {heads} · "
        "d_model\N{NO-BREAK SPACE}{d_model}"
    ),
    "page.card.heads.one": "{count}\N{NO-BREAK SPACE}个头",
    "page.card.heads.many": "{count}\N{NO-BREAK SPACE}个头",
    "page.card.bleu": "BLEU\N{NO-BREAK SPACE}{bleu:.1f}",
    "page.card.bleu.of": "{name} 测试集 BLEU\N{NO-BREAK SPACE}{bleu:.1f}",
    "page.card.exact": "完全正确\N{NO-BREAK SPACE}{exact:.1f}%",
    "code.open": "显示这一步计算的代码",
    "code.hint": (
        "正在运行的程序的源代码，附这次计算的形状和数值；浅色的行没有执行。多次调用的函数只显示其中一次调用。"
    ),
    "code.table": "{name} 的源代码",
    "code.idle": "（未执行）",
    "code.wait": "正在运行代码……",
    "code.failed": "未收到代码。请关闭后重新打开。",
    "tab.translate": "翻译",
    "tab.maths": "数学原理",
    "tab.train": "训练",
    "tab.about": "关于",
    "translate.source": "输入句子",
    "translate.source.placeholder": "输入一个句子，再按 Enter 键",
    "translate.run": "翻译",
    "translate.examples": "示例",
    "translate.code": "译为",
    "translate.search": "搜索设置",
    "translate.beam": "束宽",
    "translate.alpha": "长度惩罚 α",
    "translate.hint": "束宽：每步保留的候选数；1 为贪心解码。长度惩罚 α：越大越偏向较长的译文。",
    "scope.languages": "{source}译{target}",
    "scope.words": "约 {count} 个词以内",
    "scope.one": "每次一个句子",
    "scope.language.en": "英语",
    "scope.language.de": "德语",
    "scope.language.zh": "中文",
    "scope.topic.everyday": "日常句子",
    "scope.topic.captions": "图片说明",
    "scope.topic.numbers": "数词",
    "translate.failed": "程序出错了。请重试；详情见日志。",
    "translate.link.changes": "已忽略链接中对头的改动。{problem}",
    "translate.link.ignored": "已忽略链接中无效的部分：{names}。",
    "translate.loading": "正在载入模型；第一个译文将在几秒钟后出现……",
}
# The saved page: the explorer of one translation in one file
PAGE |= {
    "standalone.made": "束宽 {beam}，α {alpha} · 保存的页面：其中每个数都由模型算出",
    "standalone.given": "由其他程序计算的注意力，数值未作改动",
    "standalone.changed": "改动过的注意力：关闭的头 {off}，均匀的头 {uniform}，编辑的行 {edits}",
    "standalone.noscript": "图由此文件中的脚本绘制：请允许它运行。",
    "standalone.alone": "保存的页面只含当时打开的内容；要看更多，请打开 Glassformer 并载入它的模型。",
}

ABOUT = {
    "about.body": """
## 这是什么

Glassformer 是论文 [*Attention Is All You Need*](https://arxiv.org/abs/1706.03762) 中的 Transformer，\
内部的每一步都看得见。页面画的就是模型的计算结果：注意力权重取自实际生成的词元，\
在评估模式下、随机失活（dropout）之前记录。译文下方的标记列出它通过的检查。

## 怎样读注意力图

一**行**是一个发出关注的词元（查询，query），一**列**是一个被关注的词元（键，key）；每行之和为 1。\
在解码器中，一行就是一步：它“读入”前一个词元，“预测”下一个词元；在“显示选项”中选择用哪一个标记各行。\
注意力显示信息可能从哪里流入；单凭注意力，不能解释模型为什么选择某个词。

## 论文与代码对照

| 论文 | 代码 |
| --- | --- |
| 3.1 编码器与解码器的堆叠结构 | `core/model/transformer.py` `core/model/layers.py` |
| 3.2.1 缩放点积注意力，式\N{NO-BREAK SPACE}1 | `core/model/attention.py` |
| 3.2.2 多头注意力 | `core/model/attention.py` |
| 3.2.3 掩码 | `core/model/masks.py` |
| 3.3 逐位置前馈网络，式\N{NO-BREAK SPACE}2 | `core/model/layers.py` |
| 3.4 词嵌入、权重共享 | `core/model/embedding.py` `core/model/transformer.py` |
| 3.5 位置编码 | `core/model/embedding.py` |
| 5.1 字节对编码、组批 | `core/data/` |
| 5.3 Adam 与学习率，式\N{NO-BREAK SPACE}3 | `core/training/schedule.py` `core/training/trainer.py` |
| 5.4 随机失活、标签平滑 | `core/model/dropout.py` `core/training/loss.py` |
| 图\N{NO-BREAK SPACE}1 的各个模块 | `core/inspection/blocks.py` “模型结构”标签页 |
| 6.1 束搜索、长度惩罚、检查点平均 | `core/decoding/` `core/checkpoint.py` |
""",
    "about.path": "论文路线：12 章读懂论文",
    "about.test": "自测",
    "about.model": "## 当前模型",
    "about.card.scope": "翻译范围",
    "about.card.model": "模型",
    "about.card.model.words": "{layers} + {decoder_layers} 层 · {heads} · d_model {d_model} · d_ff {d_ff} ·"
    " {norm} · {parameters:,} 个参数",
    "about.card.norm.pre": "pre-norm",
    "about.card.norm.post": "post-norm",
    "about.card.vocabulary": "词表",
    "about.card.vocabulary.words": "{count:,} 个词元",
    "about.card.training": "训练",
    "about.card.training.steps": "{count:,} 步",
    "about.card.training.from": "从 {run} 第 {step:,} 步的权重开始",
    "about.card.scores": "测试得分",
    "about.card.scores.bleu": "BLEU {value:.1f}",
    "about.card.scores.chrf": "chrF {value:.1f}",
    "about.card.scores.perplexity": "困惑度 {value:.2f}",
    "about.card.scores.exact": "完全正确 {value:.1f}%",
    "about.card.scores.sentences": "{count:,} 个句子",
    "about.card.license": "许可证",
    "about.card.license.none": "模型文件夹中没有说明",
    "about.card.whole": "完整的模型卡（原文为英文）",
}
