"""A MarianMT folder, written by hand: random weights under their names, SentencePiece models and a list of tokens."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import safetensors.torch
import torch
from torch import Tensor

from tests.core.interchange.spm import PIECES, spm

TOKENS = ["</s>", "<unk>", ">>fra<<", *(text for text, _, kind in PIECES if kind == 1), "<pad>"]
SIZE, WIDTH, INNER = len(TOKENS), 12, (7, 9)
LAYERS = (2, 1)
CONFIG = {
    "model_type": "marian",
    "architectures": ["MarianMTModel"],
    "vocab_size": SIZE,
    "d_model": WIDTH,
    "encoder_layers": LAYERS[0],
    "decoder_layers": LAYERS[1],
    "encoder_attention_heads": 3,
    "decoder_attention_heads": 3,
    "encoder_ffn_dim": INNER[0],
    "decoder_ffn_dim": INNER[1],
    "activation_function": "swish",
    "max_position_embeddings": 32,
    "scale_embedding": True,
    "pad_token_id": SIZE - 1,
    "eos_token_id": 0,
    "decoder_start_token_id": SIZE - 1,
    "share_encoder_decoder_embeddings": True,
    "tie_word_embeddings": True,
    "normalize_before": False,
}


def tensors() -> dict[str, Tensor]:
    """Random weights."""
    torch.manual_seed(4)
    shapes: dict[str, tuple[int, ...]] = {"model.shared.weight": (SIZE, WIDTH), "final_logits_bias": (1, SIZE)}
    for side, layers, inner in zip(("encoder", "decoder"), LAYERS, INNER, strict=True):
        attentions = ["self_attn"] if side == "encoder" else ["self_attn", "encoder_attn"]
        for index in range(layers):
            linear = {f"{name}.{part}_proj": (WIDTH, WIDTH) for name in attentions for part in ("q", "k", "v", "out")}
            linear |= {"fc1": (inner, WIDTH), "fc2": (WIDTH, inner)}
            norms = [*(f"{name}_layer_norm" for name in attentions), "final_layer_norm"]
            for name, shape in linear.items():
                shapes[f"model.{side}.layers.{index}.{name}.weight"] = shape
                shapes[f"model.{side}.layers.{index}.{name}.bias"] = shape[:1]
            for name in norms:
                shapes |= {f"model.{side}.layers.{index}.{name}.{part}": (WIDTH,) for part in ("weight", "bias")}
    return {name: torch.randn(shape) for name, shape in shapes.items()}


def write_folder(
    folder: Path,
    *,
    config: Callable[[dict[str, Any]], Any] = lambda values: None,
    weights: Callable[[dict[str, Tensor]], Any] = lambda found: None,
) -> Path:
    """Write the folder; the functions change the configuration and the weights before they are written."""
    folder.mkdir()
    values, found = json.loads(json.dumps(CONFIG)), tensors()
    config(values)
    weights(found)
    (folder / "config.json").write_text(json.dumps(values), "utf-8")
    safetensors.torch.save_file(found, folder / "model.safetensors")
    for side in ("source", "target"):
        (folder / f"{side}.spm").write_bytes(spm())
    (folder / "vocab.json").write_text(json.dumps({token: index for index, token in enumerate(TOKENS)}), "utf-8")
    (folder / "tokenizer_config.json").write_text(json.dumps({"source_lang": "en", "target_lang": "fr"}), "utf-8")
    return folder
