"""Words of the mistake of equal layers, in Chinese."""

WORDS = {
    "title": "初始值相同的层",
    "question": "如果所有层都是同一层的深拷贝，会怎样？",
    "intro": (
        "许多代码先建一层，再复制 N 次，连初始权重也一并复制。各副本深度不同，得到的梯度也不同，所以会逐渐分开；"
        "但它们起点相同，此后也比各有自己权重的层更相似。每一层都应当各自随机初始化。"
        "这里让几个小的残差层学习一个随机线性映射，一次从副本开始，一次从各自初始化的层开始。"
    ),
    "look": "看相邻两层之间的距离：副本从 0 开始，此后也在很长时间内较小。损失是否因此变差，取决于随机初始化。",
    "layers.label": "层数",
    "rate.label": "学习率",
    "seed.label": "随机种子",
    "step": "步",
    "copies": "同一层的副本",
    "own": "各层各自的权重",
    "apart": "相邻两层权重之间的距离",
    "loss": "损失",
    "number.apart_copies": "训练后的距离，副本",
    "number.apart_fresh": "训练后的距离，各自的权重",
    "number.loss_copies": "训练后的损失，副本",
    "number.loss_fresh": "训练后的损失，各自的权重",
}
