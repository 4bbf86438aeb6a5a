"""Export to `transformers`: MarianMT for post-norm, Pegasus for pre-norm, with tokenizer and model card."""

from pathlib import Path
from typing import Any

import safetensors.torch

from core.checkpoint import Checkpoint
from core.config import DecodingConfig, ModelConfig
from core.data.piece_vocabulary import PieceVocabulary
from core.data.vocabulary import SPECIAL_TOKENS
from core.errors import CoreError
from core.interchange.shape import LAYER_NORM_EPS, OWN_EPS, write_json
from core.interchange.vocabularies import write_vocabularies
from core.interchange.weights import position_tables, their_weights

_CLASSES = {"marian": "MarianMTModel", "pegasus": "PegasusForConditionalGeneration"}


def write_transformers(checkpoint: Checkpoint, folder: Path, kind: str) -> None:
    """Write a folder that `AutoModelForSeq2SeqLM` and `AutoTokenizer` read.

    Args:
        checkpoint: the model.
        folder: an empty folder.
        kind: `marian` or `pegasus`.

    Raises:
        CoreError: the model has a part that this class lacks; the message says which class or setting is needed.
    """
    config = checkpoint.model.config
    check(config, kind)
    described = {**_shape(config), "model_type": kind, "architectures": [_CLASSES[kind]]}
    write_json(folder / "config.json", described)
    write_json(folder / "generation_config.json", _generation(config))
    weights = their_weights(checkpoint.model.state_dict(), config)
    if kind == "pegasus":  # which announces a missing table, although it is no parameter
        weights |= position_tables(config)
    # not save_file, whose errors on a full disk are of its own
    (folder / "model.safetensors").write_bytes(safetensors.torch.save(weights, {"format": "pt"}))
    _write_vocabularies(checkpoint, folder)


def check(config: ModelConfig, kind: str) -> None:
    """Refuse a model that the class of this kind cannot compute.

    Raises:
        CoreError: see `write_transformers`.
    """
    needed: dict[str, tuple[object, object]] = {
        "norm": (config.norm, "post" if kind == "marian" else "pre"),
        "positions": (config.positions, "sinusoidal"),
        "scale_scores": (config.scale_scores, True),
        "d_k": (config.query_width, config.d_model // config.num_heads),
        "d_v": (config.value_width, config.d_model // config.num_heads),
    }
    if kind == "pegasus":
        needed["tying"] = (config.tying, "three-way")
    for name, (found, allowed) in needed.items():
        if found != allowed:
            raise CoreError(
                "export.setting",
                "{kind} needs {setting} {allowed!r}; this model has {found!r}{other}",
                kind=kind,
                setting=name,
                allowed=allowed,
                found=found,
                other={"marian": ": --to pegasus", "pegasus": ": --to marian"}[kind] if name == "norm" else "",
            )


def _shape(config: ModelConfig) -> dict[str, Any]:
    return {
        "vocab_size": config.vocab_size,
        "decoder_vocab_size": config.output_size,
        "d_model": config.d_model,
        "encoder_layers": config.num_layers,
        "decoder_layers": config.decoder_layers,
        "encoder_attention_heads": config.num_heads,
        "decoder_attention_heads": config.num_heads,
        "encoder_ffn_dim": config.d_ff,
        "decoder_ffn_dim": config.decoder_inner,
        "activation_function": config.activation,
        "max_position_embeddings": config.max_positions,
        "scale_embedding": config.scale_embedding,
        "static_position_embeddings": True,
        "dropout": config.dropout,
        "attention_dropout": config.attention_dropout,
        "activation_dropout": 0.0,
        **_special_ids(config),
        "forced_eos_token_id": None,
        "share_encoder_decoder_embeddings": config.tying == "three-way",
        "tie_word_embeddings": config.tying != "none",
        "is_encoder_decoder": True,
        OWN_EPS: config.layer_norm_eps,
        "dtype": "float32",
    }


def _special_ids(config: ModelConfig) -> dict[str, Any]:
    return {
        "pad_token_id": config.pad_id,
        "bos_token_id": config.start_id,
        "eos_token_id": config.end_id,
        "decoder_start_token_id": config.start_id,
    }


def _generation(config: ModelConfig) -> dict[str, Any]:
    """Return settings of `generate`; its length penalty divides by another power than GNMT's, so it is off."""
    return {
        **_special_ids(config),
        "num_beams": DecodingConfig().beam_size,
        "length_penalty": 0.0,
        "max_length": config.max_positions,
        "bad_words_ids": [[token] for token in config.never_generated],
    }


def _write_vocabularies(checkpoint: Checkpoint, folder: Path) -> None:
    write_vocabularies(folder, checkpoint.vocabularies)
    source, target = checkpoint.vocabularies
    described: dict[str, Any] = {
        "source_lang": checkpoint.source_language,
        "target_lang": checkpoint.target_language,
        "model_max_length": checkpoint.model.config.max_positions,
    }
    if isinstance(source, PieceVocabulary):
        described |= {"tokenizer_class": "MarianTokenizer", "separate_vocabs": source.tokens != target.tokens}
    else:
        pad, start, end = SPECIAL_TOKENS
        described |= {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "pad_token": pad,
            "bos_token": start,
            "eos_token": end,
            "split_special_tokens": True,  # text that spells one is text
            "clean_up_tokenization_spaces": False,
            "model_input_names": ["input_ids", "attention_mask"],
        }
    write_json(folder / "tokenizer_config.json", described)


def epsilon_note(config: ModelConfig) -> str:
    """Return a sentence about the epsilon of layer normalisation where theirs is another."""
    if config.layer_norm_eps == LAYER_NORM_EPS:
        return ""
    return (
        f"`transformers` adds {LAYER_NORM_EPS:g} to the variance in layer normalisation, this model was trained with "
        f"{config.layer_norm_eps:g}: logits differ by less than 0.001."
    )
