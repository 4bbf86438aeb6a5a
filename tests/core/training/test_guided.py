"""Guided alignment: its loss and gradient, exact shares and resumes, and what is refused."""

import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from core.cli.parser import main
from core.config import ModelConfig, TrainingConfig
from core.data.batching import BatchSampler, EncodedPairs, FixedPairs, encode_pairs
from core.data.tasks import task
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies
from core.model.attention import MultiHeadAttention
from core.model.probe import Recorder
from core.model.transformer import Transformer
from core.training.execution import execute
from core.training.guided import TaughtHead
from core.training.processes import Processes
from core.training.run import Run
from core.training.trainer import Trainer
from tests.core.data.links_in_memory import flat_links
from tests.core.training.small_run import Killed, at_step, created, die, same_weights, weights
from tests.core.training.trainer.loop import QUIET

SHAPE = {"vocab_size": 283, "d_model": 14, "num_layers": 2, "num_heads": 7, "d_ff": 11, "dropout": 0.0}


def reversed_links(words: int) -> str:
    """Links of a reversed sequence, in Pharaoh format."""
    return " ".join(f"{words - 1 - place}-{place}" for place in range(words))


@pytest.fixture
def files(tmp_path) -> dict[str, str]:
    """The reverse task in files, with its links."""
    text = task("reverse").pairs(61, 1, split="train")
    lines = {"src": text.source, "tgt": text.target, "guided_alignment": []}
    lines["guided_alignment"] = [reversed_links(len(line.split())) for line in text.source]
    for name, content in lines.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
    return {name: str(tmp_path / name) for name in lines}


@pytest.fixture(scope="module")
def pairs() -> EncodedPairs:
    text = task("reverse").pairs(23, 1, split="train")
    plain = encode_pairs(Vocabularies.joint(Tokenizer.train(text.source, 283)), text, 64)
    rows = []
    for source, target in zip(plain.source_lengths - 1, plain.target_lengths - 1, strict=True):
        places = range(min(source, target))
        rows.append([number for t in places for s in {source - 1 - t, 0} for number in (t, s)])
    return dataclasses.replace(plain, links=flat_links(rows))


def trainer(pairs: EncodedPairs, **settings: object) -> Trainer:
    torch.manual_seed(1)
    config = TrainingConfig(label_smoothing=0.2, device="cpu", **QUIET, **settings)
    return Trainer(Transformer(ModelConfig(**SHAPE)), BatchSampler(FixedPairs(pairs), 64, 1), config)


def test_the_loss_is_cross_entropy_of_one_row_to_its_links(pairs):
    model, batch, head = Transformer(ModelConfig(**SHAPE)).eval(), pairs.batch(np.arange(9)), TaughtHead(1, 4)
    model(batch.source, batch.target_read, head)
    recorder = Recorder()
    model(batch.source, batch.target_read, recorder)
    rows = recorder.weights["decoder.1.cross"][:, 4]  # [B, T, S]
    wanted = torch.zeros_like(rows)
    for sentence, target, source in zip(*(part.tolist() for part in batch.links[:3]), strict=True):
        wanted[sentence, target, source] = 1
    linked = wanted.sum(dim=-1, keepdim=True) > 0
    wanted = torch.where(linked, wanted / wanted.sum(dim=-1, keepdim=True).clamp_min(1), 0)
    expected = -(wanted * rows.clamp_min(1e-30).log()).sum()
    torch.testing.assert_close(head.loss(batch.links), expected, rtol=1e-5, atol=0)
    assert batch.links.share.sum() == pytest.approx(float(linked.sum()))


def test_gradient_is_that_of_both_losses(pairs):
    found, batch = trainer(pairs, guided_weight=0.7, guided_layer=2, guided_head=3), pairs.batch(np.arange(11))
    model = found.model
    head = TaughtHead(1, 2)
    logits = model(batch.source, batch.target_read, head).flatten(0, 1)
    loss = F.cross_entropy(logits, batch.target_predicted.flatten(), ignore_index=0, label_smoothing=0.2)
    (loss + 0.7 * head.loss(batch.links) / batch.tokens).backward()
    expected = {name: parameter.grad.clone() for name, parameter in model.named_parameters()}
    model.zero_grad()
    taught, _ = found._losses(batch)
    (taught / batch.tokens).backward()
    for name, parameter in model.named_parameters():
        torch.testing.assert_close(parameter.grad, expected[name], rtol=1e-3, atol=1e-6)
    keys = [name for name, gradient in expected.items() if ".1.cross_attention.key.weight" in name and gradient.any()]
    assert keys


def test_only_the_taught_attention_leaves_the_fused_path(pairs, monkeypatch):
    seen: list[str] = []
    explicit = MultiHeadAttention.explicit
    monkeypatch.setattr(
        MultiHeadAttention, "explicit", lambda self, *rest: seen.append(rest[-1]) or explicit(self, *rest)
    )
    trainer(pairs)._losses(pairs.batch(np.arange(5)))
    assert seen == ["decoder.0.cross"]
    trainer(dataclasses.replace(pairs, links=None))._losses(pairs.batch(np.arange(5))._replace(links=None))
    assert len(seen) == 1


def test_shares_of_processes_add_up_to_the_whole_batch(pairs):
    found, batch = trainer(pairs, guided_weight=0.5), pairs.batch(np.arange(10))
    whole, sums = found._losses(batch)
    parts = [found._losses(share) for rank in range(3) if (share := Processes(rank, 3).share(batch)) is not None]
    torch.testing.assert_close(sum(loss for loss, _ in parts), whole, rtol=1e-6, atol=0)
    torch.testing.assert_close(sum(found for _, found in parts), sums, rtol=1e-6, atol=0)


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_a_guided_run_resumes_with_the_same_bits(files, tmp_path, precision):
    whole, half = (
        created(tmp_path / name, data=files, guided_layer=1, guided_head=2, precision=precision)
        for name in ("whole", "half")
    )
    execute(whole)
    with pytest.raises(Killed):
        execute(half, at_step(6, die))
    torch.manual_seed(999)
    execute(Run(half.folder))
    assert same_weights(weights(half, 8), weights(whole, 8))
    losses = [[event["guided_loss"] for event in run.events() if event["event"] == "progress"] for run in (whole, half)]
    assert losses[0] == losses[1] and None not in losses[0]
    config = (whole.checkpoint / "config.json").read_text("utf-8")
    assert '"guided_head": 2' in config and str(tmp_path) not in config
    assert "--guided-alignment runs/guided_alignment" in (whole.checkpoint / "README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (["--preset", "toy"], "preset toy has its own data: src, tgt, guided_alignment cannot be given with it"),
        (["--task", "reverse"], "--task reverse generates its own data: guided_alignment cannot be given with it"),
        (["--compile", "true"], "guided_alignment and compile cannot be used together"),
        (["--bpe-dropout", "0.1"], "guided_alignment and bpe_dropout cannot be used together"),
        (["--guided-layer", "3"], r"guided_layer \(3\) must be at most 2"),
        (["--guided-head", "8"], r"guided_head \(8\) must be at most 7"),
        (["--guided-alignment", "missing"], "missing: file not found"),
    ],
)
def test_what_cannot_be_taught_is_refused_before_anything_is_written(files, tmp_path, capsys, change, words):
    shape = [item for name, value in SHAPE.items() for item in (f"--{name.replace('_', '-')}", str(value))]
    texts = [] if "--task" in change else ["--src", files["src"], "--tgt", files["tgt"]]
    links = [] if "--guided-alignment" in change else ["--guided-alignment", files["guided_alignment"]]
    assert main(["train", "--run", str(tmp_path / "run"), *shape, *texts, *links, *change]) == 2
    assert re.search(words, capsys.readouterr().err)
    assert not Path(tmp_path / "run").exists()
