"""Names of the weights in MarianMT and Pegasus of `transformers`, for each name of this project."""

from core.config import ModelConfig

_ATTENTION = {"query": "q_proj", "key": "k_proj", "value": "v_proj", "output": "out_proj"}
SHARED = "model.shared.weight"
OUTPUT, OUTPUT_BIAS = "lm_head.weight", "final_logits_bias"


def their_names(config: ModelConfig) -> dict[str, str]:
    """Return their name of every weight that this model stores, shared matrices once; in both, biases are stored.

    The bias of the logits, [1, V] there and [V] here, is not among them.
    """
    names = dict(_embeddings(config))
    for side, layers in (("encoder", config.num_layers), ("decoder", config.decoder_layers)):
        for index in range(layers):
            for ours, theirs in _of_layer(side).items():
                for part in ("weight", "bias"):
                    names[f"{side}.layers.{index}.{ours}.{part}"] = f"model.{side}.layers.{index}.{theirs}.{part}"
        if config.norm == "pre":
            names |= {f"{side}.final_norm.{part}": f"model.{side}.layer_norm.{part}" for part in ("weight", "bias")}
    return names


def copies(config: ModelConfig) -> dict[str, str]:
    """Return further names under which a file may repeat a matrix, each with the name that has it."""
    sides = {f"model.{side}.embed_tokens.weight": SHARED for side in ("encoder", "decoder")}
    if config.tying == "three-way":
        return {**sides, OUTPUT: SHARED}
    return {OUTPUT: "model.decoder.embed_tokens.weight"} if config.tying == "two-way" else {}


def positions() -> tuple[str, ...]:
    """Return their names of the tables of positions, which some files repeat."""
    return tuple(f"model.{side}.embed_positions.weight" for side in ("encoder", "decoder"))


def _embeddings(config: ModelConfig) -> dict[str, str]:
    if config.tying == "three-way":
        return {"encoder.embedding.weight": SHARED}
    sides = {f"{side}.embedding.weight": f"model.{side}.embed_tokens.weight" for side in ("encoder", "decoder")}
    return sides if config.tying == "two-way" else {**sides, "output_weight": OUTPUT}


def _of_layer(side: str) -> dict[str, str]:
    """Return their name of each module of a layer that has a weight and a bias."""
    attentions = {"self": "self_attn"} if side == "encoder" else {"self": "self_attn", "cross": "encoder_attn"}
    names = {
        f"{ours}_attention.{own}": f"{theirs}.{other}"
        for ours, theirs in attentions.items()
        for own, other in _ATTENTION.items()
    }
    names |= {f"{ours}_residual.norm": f"{theirs}_layer_norm" for ours, theirs in attentions.items()}
    return {
        **names,
        "feed_forward.inner": "fc1",
        "feed_forward.outer": "fc2",
        "feed_forward_residual.norm": "final_layer_norm",
    }
