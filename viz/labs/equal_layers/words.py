"""Words of the mistake of equal layers."""

WORDS = {
    "title": {"en": "Layers that start equal", "zh": "初始值相同的层"},
    "question": {
        "en": "What happens if all layers are deep copies of one?",
        "zh": "如果所有层都是同一层的深拷贝，会怎样？",
    },
    "intro": {
        "en": (
            "Much code makes one layer and copies it N times, initial weights included. The copies get different "
            "gradients, since they stand at different depths, so that they do part, but they begin alike and "
            "stay more alike than layers with weights of their own. Each layer should draw its own. Here small "
            "residual layers learn a random linear map, once from copies and once from fresh layers."
        ),
        "zh": (
            "许多代码先建一层，再复制 N 次，连初始权重也一并复制。各副本深度不同，得到的梯度也不同，所以会逐渐分开；"
            "但它们起点相同，此后也比各有自己权重的层更相似。每一层都应当各自随机初始化。"
            "这里让几个小的残差层学习一个随机线性映射，一次从副本开始，一次从各自初始化的层开始。"
        ),
    },
    "look": {
        "en": (
            "the distance between neighbouring layers: 0 at the start for copies, and smaller for long. Whether "
            "the loss suffers depends on the draw."
        ),
        "zh": "看相邻两层之间的距离：副本从 0 开始，此后也在很长时间内较小。损失是否因此变差，取决于随机初始化。",
    },
    "layers.label": {"en": "Layers", "zh": "层数"},
    "rate.label": {"en": "Learning rate", "zh": "学习率"},
    "seed.label": {"en": "Seed", "zh": "随机种子"},
    "step": {"en": "step", "zh": "步"},
    "copies": {"en": "copies of one layer", "zh": "同一层的副本"},
    "own": {"en": "weights of their own", "zh": "各层各自的权重"},
    "apart": {"en": "Distance between neighbouring layers", "zh": "相邻两层权重之间的距离"},
    "loss": {"en": "Loss", "zh": "损失"},
    "number.apart_copies": {"en": "Distance after training, copies", "zh": "训练后的距离，副本"},
    "number.apart_fresh": {"en": "Distance after training, own weights", "zh": "训练后的距离，各自的权重"},
    "number.loss_copies": {"en": "Loss after training, copies", "zh": "训练后的损失，副本"},
    "number.loss_fresh": {"en": "Loss after training, own weights", "zh": "训练后的损失，各自的权重"},
}
