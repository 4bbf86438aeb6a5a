"""The terms of the glossary: the lab that shows each, and how a text writes it."""

from typing import NamedTuple


class Term(NamedTuple):
    """A term of the glossary.

    Attributes:
        lab: name of the lab that shows it; "" without one.
        english: forms in a text in addition to the term itself, separated by "|"; "-" if no text is marked, because
            the word has other meanings as well.
        chinese: the same.
    """

    lab: str = ""
    english: str = ""
    chinese: str = ""


TERMS = {
    "attention": Term("one_row"),
    "self_attention": Term("masks"),
    "cross_attention": Term("keys_from_attention"),
    "scaled": Term("score_variance", chinese="缩放点积"),
    "qkv": Term("one_row", "query|queries|query and key", "查询|查询和键"),
    "softmax": Term("temperature"),
    "weight": Term("one_row", "attention weights"),
    "head": Term("several_heads", chinese="注意力头"),
    "multi_head": Term("heads_as_shapes", "several heads", "多个头"),
    "head_importance": Term(),
    "role": Term(chinese="角色"),
    "mask": Term("masks", "masks|masked"),
    "causal": Term("strict_mask"),
    "padding": Term("bucketing"),
    "layer": Term("residual", chinese="-"),
    "encoder": Term("keys_from_attention"),
    "decoder": Term("teacher_forcing"),
    "memory": Term("keys_from_attention", "-", "-"),
    "residual": Term("residual", "residual path|residual paths", "残差"),
    "stream": Term("residual"),
    "norm": Term("layer_norm", "layer norm", "归一化层"),
    "pre_norm": Term("norm_placement", "pre-norm|post-norm", "pre-norm|post-norm"),
    "feed_forward": Term("feed_forward"),
    "embedding": Term("embedding_map", chinese="嵌入"),
    "position": Term("positional", "encoding of positions", "正弦编码"),
    "token": Term("byte_pairs"),
    "vocabulary": Term("byte_pairs"),
    "tokenizer": Term("byte_pairs"),
    "byte_pair": Term("byte_pairs", "BPE|byte pairs", "BPE"),
    "logits": Term("sampling", "logit", "logits|logit"),
    "entropy": Term("sampling"),
    "nats": Term("perplexity"),
    "lens": Term(chinese="-"),
    "rollout": Term(english="rollout"),
    "heat_map": Term(),
    "dropout": Term("dropout"),
    "smoothing": Term("label_smoothing"),
    "learning_rate": Term("schedule"),
    "warmup": Term("why_warmup"),
    "gradient": Term("adam"),
    "accumulation": Term("accumulation"),
    "seed": Term(),
    "token_batch": Term("bucketing", "token batch"),
    "adam": Term("adam"),
    "clipping": Term(english="gradient clipping|clipping|clip the gradient", chinese="裁剪"),
    "weight_decay": Term(),
    "cooldown": Term(),
    "step": Term("training_step", "-", "-"),
    "epoch": Term(chinese="-"),
    "batch": Term("bucketing", chinese="-"),
    "loss": Term("perplexity"),
    "validation": Term(),
    "patience": Term(chinese="早停"),
    "overfitting": Term(english="overfits|memorises|memorise"),
    "accuracy": Term(),
    "preflight": Term(),
    "reference": Term(english="reference translation"),
    "held_out": Term(english="held out|held-out", chinese="留出"),
    "checkpoint": Term("checkpoint_averaging"),
    "averaging": Term("checkpoint_averaging"),
    "resume": Term(english="-"),
    "forcing": Term("teacher_forcing"),
    "greedy": Term("beam_search", "greedy", "贪心"),
    "beam": Term("beam_search", "beam"),
    "beam_size": Term("beam_search"),
    "length_penalty": Term("beam_search"),
    "sampling": Term("sampling"),
    "cache": Term("cache", "cache", "缓存"),
    "perplexity": Term("perplexity"),
    "bleu": Term("bleu"),
    "chrf": Term(),
    "ter": Term(),
    "signature": Term(),
    "interval": Term(english="95% interval|95 % interval", chinese="95% 区间"),
    "p_value": Term(english="p-values"),
    "bootstrap": Term(english="bootstrap", chinese="自助法"),
    "randomisation": Term(english="randomisation", chinese="随机化"),
    "aer": Term(english="AER", chinese="AER"),
}


LABS = {name: term.lab for name, term in TERMS.items()}
FORMS = {
    "en": {name: term.english for name, term in TERMS.items()},
    "zh": {name: term.chinese for name, term in TERMS.items()},
}
