"""Words of the lab of what warm-up is for, in Chinese."""

WORDS = {
    "title": "预热有什么用",
    "question": "未经训练的模型，一开始就用最大的学习率训练，会怎样？",
    "formula": (
        r"$\theta\leftarrow\theta-lrate\cdot\frac{\hat m}{\sqrt{\hat v}+10^{-9}}\qquad\text{第 1 步：}\;"
        r"\frac{\hat m}{\sqrt{\hat v}}=\frac{g}{\lvert g\rvert}=\pm1$"
    ),
    "intro": (
        "一个小 Transformer 学习复制由随机词组成的短句；初始权重和各批都相同，按三种方式训练：按式 3 预热；从第 1 "
        "步起就用预热的峰值学习率，直到预热本该结束；以及按式 3 但预热只有一步，也就是没有预热。之后三者的学习率相同。"
        "三种方式都分别采用论文的 post-norm 和每个子层之前的 pre-norm。打开本实验或移动控件时，"
        "服务器才依次训练这六个模型。"
    ),
    "look": (
        "post-norm：没有预热，损失长时间停在只知道词元频率的模型的水平；预热只有一步，损失就一直停在那里。第一步中，"
        "Adam 使每个权重移动整整一个学习率，不论梯度多小，因为它的滑动平均只见过一个批；学习率最大时，"
        "这样的更新在学到东西之前就毁掉了初始的权重。pre-norm 经受得住一开始就用峰值学习率，"
        "但经受不住只有一步预热时巨大的最初学习率。各条线相距多远取决于种子；在初始设置下，对全部 20 个种子，post-norm "
        "都是有预热时损失最小。"
    ),
    "warmup.label": "预热（步）",
    "factor.label": "学习率的因子",
    "seed.label": "随机种子",
    "seed.info": "换一组初始权重和句子。",
    "with": "式 3，有预热",
    "held": "从第 1 步起就用峰值",
    "one": "式 3，预热 1 步",
    "post": "post-norm，论文的做法",
    "pre": "pre-norm",
    "losses": "每个批的损失",
    "nats": "奈特/词元",
    "frequencies": "只凭词频",
    "step": "步",
    "end": "预热结束",
    "sizes": "post-norm：每个权重的平均更新量与学习率之比",
    "moved": "post-norm：更新量的范数与权重的范数之比",
    "rates": "学习率",
    "norms": "post-norm：梯度的范数",
    "progress": "已训练 {all} 个模型中的 {done} 个。",
    "reading": (
        "{steps} 步中最后十步的平均损失。post-norm：有预热为 {post_with}，从第 1 步起就用峰值为 {post_held}，"
        "预热 1 步为 {post_one}。pre-norm：依次为 {pre_with}、{pre_held} 和 {pre_one}。"
    ),
    "number.post_with": "最后的损失，post-norm，有预热（奈特）",
    "number.post_held": "post-norm，从第 1 步起就用峰值",
    "number.post_one": "post-norm，预热 1 步",
    "number.pre_with": "pre-norm，有预热",
    "number.pre_held": "pre-norm，从第 1 步起就用峰值",
    "number.pre_one": "pre-norm，预热 1 步",
    "number.first": "第一步中每个权重的平均更新量与学习率之比",
    "number.frequencies": "只知道每个词元出现频率的模型的损失",
    "number.parameters": "小模型的参数量",
    "number.steps": "步数",
}
