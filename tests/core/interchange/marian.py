"""Random MarianMT models that `transformers` writes, with SentencePiece vocabularies trained on the sample text."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import sentencepiece
import torch
from transformers import MarianConfig, MarianMTModel, MarianTokenizer

from tests.core.interchange.spm import sample_lines, trained_pieces

LONGEST = 64


def marian(
    folder: Path,
    *,
    kind: str = "unigram",
    separate: bool = False,
    codes: Sequence[str] = (),
    languages: tuple[str, str] = ("en", "de"),
    **settings: Any,
) -> tuple[MarianMTModel, MarianTokenizer]:
    """Write a random model and return it, float32 with explicit attention, with its tokenizer."""
    folder.mkdir()
    lists = []
    for side, language in zip(("source", "target"), languages, strict=True):
        trained_pieces(folder / f"{side}.spm", sample_lines(language) * 5, kind, 420)
        pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / f"{side}.spm"))
        lists.append([pieces.id_to_piece(index) for index in range(pieces.get_piece_size())])
    sides = lists if separate else [lists[0] + lists[1]]
    tokens = [list(dict.fromkeys(["</s>", "<unk>", *codes, *side])) for side in sides]
    size = max(map(len, tokens)) + 1
    for name, listed in zip(("vocab.json", "target_vocab.json"), tokens, strict=False):
        full = [*listed, *(f"unused{index}" for index in range(size - 1 - len(listed))), "<pad>"]
        (folder / name).write_text(json.dumps({token: index for index, token in enumerate(full)}), "utf-8")
    config = MarianConfig(
        vocab_size=size,
        decoder_vocab_size=size,
        pad_token_id=size - 1,
        eos_token_id=0,
        bos_token_id=0,
        decoder_start_token_id=size - 1,
        forced_eos_token_id=None,
        max_position_embeddings=LONGEST,
        share_encoder_decoder_embeddings=not separate,
        **{
            "d_model": 32,
            "encoder_layers": 2,
            "decoder_layers": 2,
            "encoder_attention_heads": 4,
            "decoder_attention_heads": 4,
            "encoder_ffn_dim": 40,
            "decoder_ffn_dim": 40,
            "activation_function": "swish",
            "scale_embedding": True,
            **settings,
        },
    )
    config._attn_implementation = "eager"
    torch.manual_seed(3)
    model = MarianMTModel(config).eval().requires_grad_(False)
    for name, parameter in model.named_parameters():
        if "embed_positions" not in name:
            parameter.add_(0.2 * torch.randn_like(parameter))
    model.final_logits_bias.copy_(0.3 * torch.randn_like(model.final_logits_bias))
    model.generation_config.bad_words_ids = [[size - 1]]
    model.save_pretrained(folder)
    described = {"source_lang": languages[0], "target_lang": languages[1], "separate_vocabs": separate}
    (folder / "tokenizer_config.json").write_text(json.dumps(described), "utf-8")
    tokenizer = MarianTokenizer(
        source_spm=str(folder / "source.spm"),
        target_spm=str(folder / "target.spm"),
        vocab=str(folder / "vocab.json"),
        target_vocab_file=str(folder / "target_vocab.json") if separate else None,
        **described,
    )
    return model, tokenizer
