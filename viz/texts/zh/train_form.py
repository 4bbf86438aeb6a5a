"""The words of the form of "Train", in Chinese; the hints of settings, which English takes from the configuration."""

TRAIN_FORM: dict[str, str] = {
    # Data
    "train.new": "新建训练",
    "train.source.label": "数据",
    "train.source.info": "合成任务不需要数据；公开语料库、Hugging Face Hub 的数据集和自己的文件提供成对的句子。",
    "train.source.copy": "复制",
    "train.source.reverse": "倒序",
    "train.source.numbers": "数字",
    "train.source.corpus": "语料库",
    "train.source.hub": "Hugging Face",
    "train.source.own_file": "自己的文件",
    "train.about.copy": (
        "输出与输入的字母相同：这是最简单的任务。交叉注意力会形成一条对角线。句对随时生成，取之不尽；验证用的 {valid} "
        "个句对不会出现在训练中。"
    ),
    "train.about.reverse": (
        "输出是输入字母的倒序。交叉注意力会形成一条从左下到右上的对角线。句对随时生成，取之不尽；验证用的 {valid} "
        "个句对不会出现在训练中。"
    ),
    "train.about.numbers": (
        "十亿以下的数，从英语翻译成中文。英语以千分节，中文以万分节，因此词序会变。句对随时生成，取之不尽；"
        "验证用的 {valid} 个句对不会出现在训练中。"
    ),
    "train.about.file": (
        "{pairs} 个句对：{training} 个用于训练，均匀留出 {validation} 个用于验证。已跳过：一端空白的 {blank} 个，"
        "与验证句对重复的 {repeated} 个。"
    ),
    "train.about.wide": "列数比第一行多的行：{rows:,} 个，最早在第 {line:,} 行。句子可能在其中的分隔符处被切断。",
    "train.about.spanning": "跨多行的行：{rows:,} 个，最早在第 {line:,} 行。那里可能少了一个引号。",
    "train.about.reading": "正在读取 {megabytes:.0f} MB，以统计句对的数目和长度。",
    "train.about.kept": "“{name}”的句对，训练和验证的划分不变。选择文件即可替换。",
    "train.about.no_file": (
        "一个含源端和目标端的 TSV、CSV、JSONL 或 TMX 文件，或两个逐行对应的文本文件；UTF-8 编码，可以是 .gz，每个最大 "
        "{megabytes:.0f} MB。训练之前，这里会显示前几个句对。"
    ),
    "train.about.hub": (
        "输入数据集的名称并预览：这里会显示它的前几行。translation 类型的特征会给出 translation.en、translation.de "
        "这样的列。数据集中的代码从不运行。"
    ),
    "train.about.one_column": "请把另一列也选上。",
    "train.preview.source": "源端",
    "train.preview.target": "目标端",
    "train.lengths.title": "句子长度，以字符计：线上方为{source}，线下方为{target}",
    "train.lengths.axis": "字符",
    "train.file.label": "句对：一个或两个文件",
    "upload.too_large": "{name} 有 {size} MB；这里最多允许 {limit} MB。没有上传任何内容。",
    "train.src_lang.label": "源语言",
    "train.src_lang.info": "代码，例如 en。",
    "train.tgt_lang.label": "目标语言",
    "train.tgt_lang.info": "代码，例如 de。",
    "train.src_column.label": "源端",
    "train.src_column.info": "一列，或两个文件之一。",
    "train.tgt_column.label": "目标端",
    "train.tgt_column.info": "另一列，或另一个文件。",
    "train.corpus.label": "语料库",
    "train.corpus.info": "公开的句对；采用公布的训练、验证和测试划分。",
    "train.corpus.choice": "{name} · {title}",
    "train.corpus.card": "句对：{pairs} · {source} 译为 {target} · 许可：{licence} · {size} MB · **{here}**",
    "train.corpus.unknown_pairs": "数目不详",
    "train.corpus.licence.unstated": "作者未说明",
    "train.corpus.licence.research": "仅限研究使用",
    "train.corpus.here": "已下载",
    "train.corpus.part": "只下载了一部分",
    "train.corpus.absent": "尚未下载",
    "train.corpus.by_hand": "请从 {home} 手动下载。{note}",
    "train.corpus.get": "下载",
    "train.corpus.getting": "正在下载 {name}",
    "train.corpus.received": "{file}：{received:.1f} MB",
    "train.corpus.received_of": "{file}：{received:.1f} / {total:.1f} MB",
    "train.corpus.waiting": "请先下载语料库，再查看它的句对。",
    "train.direction.label": "方向",
    "train.direction.info": "同一批句对，两个翻译方向都可以学。",
    "train.direction.choice": "{source} 译为 {target}",
    "train.hub.label": "数据集",
    "train.hub.info": "所有者/名称，或它的网页地址。",
    "train.hub_subset.label": "子集",
    "train.hub_subset.info": "只有一个时留空。",
    "train.hub_src_column.label": "源端",
    "train.hub_src_column.info": "一个文本列。",
    "train.hub_tgt_column.label": "目标端",
    "train.hub_tgt_column.info": "另一个文本列。",
    "train.hub_src_lang.label": "源语言",
    "train.hub_src_lang.info": "代码，例如 en。",
    "train.hub_tgt_lang.label": "目标语言",
    "train.hub_tgt_lang.info": "代码，例如 de。",
    "train.asked": "还需要一项：",
    "train.unreadable": "无法读取：",
    "train.hub.look": "预览",
    "train.hub.looking": "正在载入预览",
    "train.hub.looking.message": "正在从 Hugging Face Hub 载入前几行。不保存任何内容。",
    "train.hub.get": "下载",
    "train.hub.received": "{split}：{pairs} 个句对",
    "train.hub.seen": "Hub 上的前几行。要用它训练，请下载数据集。",
    "train.hub.sides": "请选择哪一列是源端，哪一列是目标端。",
    "train.hub.here": "已下载：{training} 个句对用于训练，{validation} 个用于验证。",
    "train.hub.here_uncounted": "已下载。",
    # Model
    "train.preset.label": "模型",
    "train.preset.info": "填入模型设置，之后仍可修改；“TED 演讲”还会填入训练设置。",
    "train.preset.choice": "{name} · {layers} + {layers} 层，d_model {d_model}",
    "train.preset.first": "入门",
    "train.preset.tiny": "微型",
    "train.preset.small": "小型",
    "train.preset.base": "base，与论文相同",
    "train.preset.big": "big，与论文相同",
    "train.preset.iwslt2017-en-zh": "TED 演讲，与教程相同",
    "train.parameters": "{parameters} 个参数（按词表达到设定大小计）· 检查点约 {megabytes} MB",
    "train.model_settings": "模型设置",
    "train.training_settings": "训练设置",
    "train.more_settings": "更多训练设置",
    # Settings
    "train.field.bounds": "{help}{minimum}\N{NO-BREAK SPACE}到\N{NO-BREAK SPACE}{maximum}。",
    "train.field.at_least": "{help}至少\N{NO-BREAK SPACE}{minimum}。",
    "train.field.num_layers.label": "层数 N",
    "train.field.num_layers.info": "编码器和解码器各有这么多层（N）。",
    "train.field.d_model.label": "宽度 d_model",
    "train.field.d_model.info": "词嵌入和每个子层输出的宽度。",
    "train.field.num_heads.label": "头数 h",
    "train.field.num_heads.info": "每层的注意力头数（h）。",
    "train.field.d_ff.label": "前馈网络宽度 d_ff",
    "train.field.d_ff.info": "前馈子层的内部宽度。",
    "train.field.d_k.label": "查询和键的宽度 d_k",
    "train.field.d_k.info": "一个头中查询和键的宽度；留空则为 d_model / h。",
    "train.field.d_k.blank": "d_model / h",
    "train.field.d_v.label": "值的宽度 d_v",
    "train.field.d_v.info": "一个头中值的宽度；留空则为 d_model / h。",
    "train.field.d_v.blank": "d_model / h",
    "train.field.dropout.label": "随机失活",
    "train.field.dropout.info": "用于子层输出以及词嵌入与位置编码之和（dropout，第 5.4 节）。",
    "train.field.vocab_size.label": "词表大小",
    "train.field.vocab_size.info": "源端和目标端共用的词表的大小，以词元计。",
    "train.field.positions.label": "位置编码",
    "train.field.positions.info": "论文的正弦和余弦（第 3.5 节），或可学习的表。",
    "train.field.positions.sinusoidal": "正弦（论文）",
    "train.field.positions.learned": "可学习",
    "train.field.norm.label": "层归一化的位置",
    "train.field.norm.info": "每次残差相加之后（论文），或每个子层之前。",
    "train.field.norm.post": "post-norm（论文）",
    "train.field.norm.pre": "pre-norm",
    "train.field.tying.label": "权重共享",
    "train.field.tying.info": (
        "源端词嵌入、目标端词嵌入和输出（第 3.4 节）是否共用权重：三者共用、后两者共用，或都不共用。"
    ),
    "train.field.tying.three-way": "三处共享（论文）",
    "train.field.tying.two-way": "两处共享",
    "train.field.tying.none": "不共享",
    "train.field.max_steps.label": "步数",
    "train.field.max_steps.info": "权重更新的次数。",
    "train.field.tokens_per_batch.label": "每批词元数",
    "train.field.tokens_per_batch.info": "每批目标端词元的最大数目，含填充；源端同样。",
    "train.field.accumulate.label": "每步批数",
    "train.field.accumulate.info": "累积多少批的梯度才更新一步。",
    "train.field.warmup_steps.label": "预热步数",
    "train.field.warmup_steps.info": "学习率上升的步数（式 3）。",
    "train.field.rate_factor.label": "学习率因子",
    "train.field.rate_factor.info": "式 3 的学习率所乘的因子。",
    "train.field.label_smoothing.label": "标签平滑",
    "train.field.label_smoothing.info": "标签平滑的 ε（第 5.4 节）。",
    "train.field.max_epochs.label": "轮数",
    "train.field.max_epochs.info": "训练句对最多使用多少遍。",
    "train.field.max_epochs.blank": "不限",
    "train.field.validate_every.label": "验证间隔",
    "train.field.validate_every.info": "相邻两次验证间隔的步数。",
    "train.field.seed.label": "随机种子",
    "train.field.seed.info": "用于权重初始化、打乱次序和随机失活。",
    "train.field.patience.label": "早停耐心值",
    "train.field.patience.info": "验证损失连续这么多次没有降低就停止训练。",
    "train.field.patience.blank": "不早停",
    "train.field.average_last.label": "平均的检查点数",
    "train.field.average_last.info": "最终检查点是最后这么多个检查点的平均（第 6.1 节）。",
    "train.field.cooldown_steps.label": "冷却步数",
    "train.field.cooldown_steps.info": "在最后这么多步里，学习率线性降到零；论文中没有。",
    "train.field.clip_norm.label": "梯度裁剪",
    "train.field.clip_norm.info": "把梯度的范数裁剪到这个值以内；论文中没有。",
    "train.field.clip_norm.blank": "不裁剪",
    "train.field.weight_decay.label": "权重衰减",
    "train.field.weight_decay.info": "每一步按学习率乘以该值的比例缩小每个权重（AdamW）；取 0 即论文的 Adam。",
    "train.field.bpe_dropout.label": "BPE-dropout",
    "train.field.bpe_dropout.info": "训练时以这个概率跳过一次字节对合并，每轮重新抽取；论文中没有。",
    "train.field.precision.label": "精度",
    "train.field.precision.info": "矩阵乘法所用的精度；“自动”在处理器支持时取 bfloat16。",
    "train.field.precision.auto": "自动",
    "train.field.precision.float32": "float32",
    "train.field.precision.bfloat16": "bfloat16",
    "train.field.device.label": "设备",
    "train.field.device.info": "在哪里训练；“自动”在有 GPU 时使用 GPU。",
    "train.field.device.auto": "自动",
    "train.field.device.cpu": "CPU",
    "train.field.device.cuda": "GPU（CUDA）",
    "train.name.label": "训练任务的名称",
    "train.name.info": "也是它的模型的名称。",
    "train.start": "开始训练",
    "train.starting": "正在启动",
    "train.starting.message": "正在把文件中的句对写入训练任务的文件夹。",
    "train.preflight": "预检",
    "train.space": (
        "在这个共享页面上，一个训练任务最多 {steps} 步、{parameters} 百万个参数、词表 {vocabulary}、每批 {tokens} "
        "个词元、{minutes} 分钟，每次只运行一个；每个文件最大 {megabytes} MB。所有访客都能看到它，并使用它的模型；"
        "只有启动它的浏览器才能停止它。自己最新的 {own} 个训练任务至少保留一天，除非页面重新启动："
        "那时 Space 会丢失所有训练任务，挂载的存储桶中的除外（GLASSFORMER_RUNS=/data/runs）。"
        "在自己的计算机上没有这些限制。"
    ),
    # Preflight
    "preflight.busy": "正在预检",
    "preflight.busy.message": (
        "在单独的进程中读取数据，学习词表，并为真实的几步计时：只需几秒钟，机器繁忙时更久。不保存任何内容。"
    ),
    "preflight.title": "预检",
    "preflight.started": "已开始。对这些设置的警告：",
    "preflight.clear": "没有发现问题。",
    "preflight.outdated": "设置已有改动：请重新预检。",
    "preflight.warnings": "警告（仍可开始）：",
    "preflight.refused": "无法开始：",
    "preflight.time": "时间",
    "preflight.time.value": "{least}到 {most}",
    "preflight.time.note": (
        "每秒 {tokens} 个目标端词元，设备 {device}，精度 {precision}，按机器目前的繁忙程度；不含验证。计时的批数："
        "{steps}。"
    ),
    "preflight.time.busy": (
        "这台机器正忙：在计时期间，其他程序占用了处理器 {share} 的时间。若没有这些程序，最多需要 {most}。"
    ),
    "preflight.time.unknown": "不详",
    "preflight.time.unknown.note": "没有一步算出有限的数。",
    "preflight.length": "训练长度",
    "preflight.length.value": "{steps} 步 = {epochs} 轮",
    "preflight.length.note": "每轮 {per_epoch} 步，{tokens} 个目标端词元。",
    "preflight.rate": "学习率",
    "preflight.rate.value": "峰值 {peak}",
    "preflight.rate.note": "按式 3，预热 {epochs} 轮之后达到。",
    "preflight.rate.start": "起点检查点自己训练时的峰值为 {peak}。",
    "preflight.pairs": "句对",
    "preflight.pairs.value": "{pairs}",
    "preflight.pairs.note": (
        "已跳过：一端空白的 {blank} 个，过长的占 {long}。{validation} 个用于验证，其中 {repeated} 个也出现在训练集中。"
    ),
    "preflight.pairs.part": "均匀取其中 {sampled} 个作测量。",
    "preflight.vocabulary": "词表",
    "preflight.vocabulary.value": "{vocabulary}",
    "preflight.vocabulary.less": "设置要求 {asked}；这段文本不足以合并出那么多。",
    "preflight.vocabulary.median": "一半的词元至少出现 {median} 次。",
    "preflight.padding": "填充",
    "preflight.padding.note": "填充占一批中全部位置的比例，按这段文本的长度估算。",
    "preflight.memory": "内存",
    "preflight.memory.value": "约 {total}",
    "preflight.memory.note": (
        "程序本身之外：权重 {weights}，梯度 {gradients}，Adam 的一阶矩和二阶矩 {moments}，"
        "激活值 {activations}；激活值按最大的批由各层估算。"
    ),
    "preflight.memory.kernels": "bfloat16 矩阵乘法的内核，在运行时生成：最多 {kernels}。",
    "preflight.memory.free": "可用 {free}。",
    "preflight.disk": "磁盘",
    "preflight.disk.value": "最多 {total}",
    "preflight.disk.note": "每个步检查点 {step}，可从它断点续训。训练完成的模型：{model}。",
    "preflight.parts": "{parameters} 个参数",
    "preflight.part.embeddings": "词嵌入",
    "preflight.part.encoder_attention": "编码器注意力",
    "preflight.part.encoder_feed_forward": "编码器前馈网络",
    "preflight.part.decoder_attention": "解码器自注意力",
    "preflight.part.cross_attention": "交叉注意力",
    "preflight.part.decoder_feed_forward": "解码器前馈网络",
    "preflight.part.norms": "层归一化",
    "preflight.lengths.title": "句子长度，以词元计：线上方为源端，线下方为目标端",
    "preflight.lengths.axis": "词元",
    "preflight.megabytes": "{size:,.1f} MB",
    "preflight.gigabytes": "{size:,.2f} GB",
    # Warnings; the codes are those of core.preflight.warnings
    "preflight.warning.warmup_short": (
        "采用 post-norm，预热 {warmup:,} 步。不到 2 / (1 − β₂) = {shortest:,} 步时，Adam 的二阶矩还是噪声（Ma and "
        "Yarats 2019），post-norm 模型往往无法恢复。请延长预热，或改用 pre-norm。"
    ),
    "preflight.warning.warmup_unended": "预热 {warmup:,} 步，而训练在 {steps:,} 步之后就结束：学习率不会下降。",
    "preflight.warning.rate_high": (
        "学习率的峰值为 {peak:.1e}。d_model 为 {d_model:,} 时，超过 {highest:.1e} 损失往往不再下降。"
        "请减小学习率因子，或延长预热。"
    ),
    "preflight.warning.rate_above_start": (
        "学习率的峰值为 {peak:.2e}，高于起点检查点自己训练时的峰值 {start:.2e}：它学到的内容会丢失很多。"
        "请减小学习率因子，或延长预热。"
    ),
    "preflight.warning.vocabulary_rare": (
        "{vocabulary:,} 个词元（不计从不出现的）中，有一半在训练文本中出现不到 {rare} 次，太少，学不会。"
        "词表小一些，译文会更好。"
    ),
    "preflight.warning.validation_seen": (
        "{pairs:,} 个验证句对中，有 {repeated:,} 个也出现在训练文本中：验证得分会偏高。"
    ),
    "preflight.warning.source_script": (
        "源语言文本用 {script} 文字书写，而语言填的是“{language}”。请在表单中填写正确的代码。"
    ),
    "preflight.warning.target_script": (
        "目标语言文本用 {script} 文字书写，而语言填的是“{language}”。请在表单中填写正确的代码。"
    ),
    "preflight.warning.start_swapped": (
        "目标语言文本是“{source}”，正是起点检查点所读的语言：它从“{source}”翻译到“{target}”。请对调源语言和目标语言。"
    ),
    "preflight.warning.letters_as_bytes": (
        "文本平均每个字符有 {tokens:.1f} 个词元：词表中没有这些文字，只能写成字节。"
        "请换一个起点检查点，或从随机权重开始。"
    ),
    "preflight.warning.batch_narrow": (
        "最长的句子有 {longest:,} 个词元，而一批最多 {tokens:,} 个：更长的句子各自成为一批，超过所要求的大小。"
    ),
    "preflight.warning.epochs_unreached": "{steps:,} 步相当于 {reached:.1f} 轮；达不到所要求的 {epochs:,} 轮。",
    "preflight.warning.many_long": "{share:.0%} 的句对因为有一端超过 {tokens:,} 个词元而舍去。",
    "preflight.warning.minutes_short": (
        "按这个速度，{steps:,} 步要超过 {minutes:g} 分钟，即这次训练的时间上限：它会提前结束，模型停留在当时的状态。"
    ),
    "preflight.warning.memory": (
        "需要约 {needed:.1f} GB 内存，而可用的有 {free:.1f} GB。请用小一些的模型，或减少每批词元数、增加每步批数。"
    ),
    "preflight.warning.disk": "检查点需要约 {needed:.1f} GB 磁盘空间，而可用的有 {free:.1f} GB。",
}
