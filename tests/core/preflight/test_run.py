import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from core.checkpoint_config import read_checkpoint_config, read_model_config
from core.cli.parser import main
from core.cli.preflight import preflight_report
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.data.batching import BatchSampler, FixedPairs, encode_pairs, make_batches
from core.data.tokenizer import Tokenizer
from core.data.vocabulary import Vocabularies, fitted
from core.errors import CoreError
from core.model.transformer import Transformer
from core.preflight import speed, text
from core.preflight.machine import free_memory
from core.preflight.memory import KERNEL_BYTES, KERNELS_A_ROW_COUNT
from core.preflight.result import Preflight
from core.preflight.run import run_preflight
from core.training.run import RunConfig
from core.training.text import buckets_of, learn_vocabulary, read_corpus, train_tokenizer
from core.training.trainer import Trainer

CHECKPOINTS = Path(__file__).parents[3] / "checkpoints"
MODEL = ModelConfig(vocab_size=307, d_model=22, num_layers=1, num_heads=2, d_ff=29)
WORDS = ["the", "a", "dog", "cat", "sees", "runs", "two", "men", "walk", "far"]


@pytest.fixture
def config(tmp_path) -> RunConfig:
    """101 pairs of 1 to 10 words, one of them blank and one far too long; validation repeats 2 of its 5 pairs."""
    generator = np.random.default_rng(3)
    sides = {"src": [], "tgt": []}
    for number in range(101):
        words = generator.choice(WORDS, 1 + number % 10).tolist()
        sides["src"].append(" ".join(words))
        sides["tgt"].append(" ".join(words[::-1]))
    sides["tgt"][7] = " "
    sides["src"][13] = "dog " * 97
    for side, lines in sides.items():
        (tmp_path / f"train.{side}").write_text("\n".join(lines) + "\n")
        kept = [*lines[30:32], *(f"unseen {number}" for number in range(3))]
        (tmp_path / f"valid.{side}").write_text("\n".join(kept) + "\n")
    names = {name: str(tmp_path / f"{'valid' if 'valid' in name else 'train'}.{name[-3:]}") for name in DATA}
    return RunConfig(
        MODEL, DataConfig(**names, max_tokens=53), TrainingConfig(tokens_per_batch=61, max_steps=30, device="cpu")
    )


DATA = ("src", "tgt", "valid_src", "valid_tgt")


def test_text_statistics_match_the_text(config):
    found = run_preflight(config, seconds=0).data
    assert (found.pairs, found.sampled, found.blank) == (100, 100, 1)
    assert found.long_share == pytest.approx(0.01) and found.longest <= 53
    assert (found.validation_pairs, found.repeated) == (5, 2)
    assert sum(found.source_lengths) == sum(found.target_lengths) == 99
    assert found.edges[0] == 0 and len(found.edges) == text.BARS + 1 and found.edges[-1] >= found.longest


def test_statistics_are_those_of_the_real_batches(config):
    """The oracle encodes and batches the text itself, and counts token by token; in bfloat16 there are buckets."""
    config = config._replace(training=replace(config.training, precision="float32"))
    found = run_preflight(config, seconds=0).data
    sides = read_corpus(config.data).training.read()
    tokenizer = Tokenizer.train((s for pair in zip(sides.source, sides.target, strict=True) for s in pair), 307)
    pairs = encode_pairs(Vocabularies.joint(tokenizer), sides, 53)
    batches = make_batches(pairs, 61, np.random.default_rng(config.training.seed))
    assert found.batches == len(batches) and found.target_tokens == len(pairs.target)
    positions = real = 0
    row_counts = set()
    for chosen in batches:
        batch = pairs.batch(chosen)
        for side in (batch.source, batch.target_predicted):
            positions, real = positions + side.numel(), real + int((side != 0).sum())
            row_counts.add(side.numel())
    assert found.padding == pytest.approx(1 - real / positions) and found.row_counts == len(row_counts)
    counts = sorted(np.bincount(np.concatenate([pairs.source, pairs.target]), minlength=tokenizer.vocab_size)[3:])
    assert found.median_occurrences == np.median([count for count in counts if count])


def test_bpe_dropout_makes_more_tokens(config):
    plain = run_preflight(config, seconds=0).data
    dropped = run_preflight(config._replace(training=replace(config.training, bpe_dropout=0.5)), seconds=0).data
    assert dropped.target_tokens > 1.2 * plain.target_tokens


def test_compiled_run_has_the_shapes_of_its_buckets(config):
    """The oracle takes an epoch of the batches that such a run is given."""
    compiled = config._replace(training=replace(config.training, compile=True))
    found = run_preflight(compiled, seconds=0.1)
    sides = read_corpus(config.data).training.read()
    tokenizer = Tokenizer.train((s for pair in zip(sides.source, sides.target, strict=True) for s in pair), 307)
    source = FixedPairs(encode_pairs(Vocabularies.joint(tokenizer), sides, 53))
    sampler = BatchSampler(source, 61, config.training.seed, buckets_of(compiled))
    batches = [sampler.next() for _ in range(sampler.batches_per_epoch)]
    padded = [side for batch in batches for side in (batch.source, batch.target_predicted)]
    real = len(source.pairs.source) + len(source.pairs.target)  # rows that are added hold an end symbol each
    assert found.data.batches == len(batches)
    assert found.data.padding == pytest.approx(1 - real / sum(side.numel() for side in padded))
    assert found.data.row_counts == len({side.numel() for side in padded})
    assert tuple(found.data.largest) in {(*batch.source.shape, batch.target_read.shape[1]) for batch in batches}
    assert found.speed.compiles_later and "not compiled as the run will be" in preflight_report(found)


@pytest.mark.parametrize(
    ("precision", "capacity", "kept"),
    [("float32", "", 0), ("bfloat16", "", 9), ("bfloat16", "5", 5), ("bfloat16", "many", 9)],
)
def test_bfloat16_kernels_count_up_to_the_capacity(config, monkeypatch, precision, capacity, kept):
    monkeypatch.setenv("ONEDNN_PRIMITIVE_CACHE_CAPACITY", capacity)
    found = run_preflight(config._replace(training=replace(config.training, precision=precision)), seconds=0)
    counts = found.data.row_counts
    expected = (9 * counts + 12 if kept == 9 else kept) * KERNEL_BYTES  # nine a row count, and twelve of the loss
    assert found.memory.kernels == expected and found.memory.total > expected
    assert ("kernels in bfloat16" in preflight_report(found)) == bool(kept)


def test_bfloat16_training_computes_products_of_the_forecast_shapes(config):
    """The oracle counts the shapes of the products in an epoch of real steps."""
    half = config._replace(training=replace(config.training, precision="bfloat16", max_steps=1000, max_epochs=1))
    sides = read_corpus(config.data).training.read()
    tokenizer = Tokenizer.train((s for pair in zip(sides.source, sides.target, strict=True) for s in pair), 307)
    source = FixedPairs(encode_pairs(Vocabularies.joint(tokenizer), sides, 53))
    sampler = BatchSampler(source, 61, config.training.seed, buckets_of(half))
    with _ProductShapes() as products:
        list(Trainer(Transformer(fitted(MODEL, Vocabularies.joint(tokenizer))), sampler, half.training).train())
    of_loss = {shape for shape in products.shapes if tokenizer.vocab_size in shape}
    row_counts = run_preflight(half, seconds=0).data.row_counts
    assert len(of_loss) == 3  # batches below 128 tokens: one number of rows
    assert len(products.shapes - of_loss) == KERNELS_A_ROW_COUNT * row_counts


class _ProductShapes(TorchDispatchMode):
    """Notes the sizes of products of matrices in bfloat16: rows, summed, columns."""

    def __init__(self) -> None:
        super().__init__()
        self.shapes: set[tuple[int, ...]] = set()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):  # type: ignore[no-untyped-def]
        if function.overloadpacket in (torch.ops.aten.mm, torch.ops.aten.addmm):
            left, right = args[-2:]
            if left.dtype == torch.bfloat16:
                self.shapes.add((*left.shape, right.shape[1], left.is_contiguous(), right.is_contiguous()))
        return function(*args, **(kwargs or {}))


def test_large_text_is_sampled_and_scaled_up(config, monkeypatch):
    whole = run_preflight(config, seconds=0).data
    monkeypatch.setattr(text, "SAMPLED_PAIRS", 50)
    part = run_preflight(config, seconds=0).data
    assert (part.pairs, part.sampled, part.repeated) == (100, 50, whole.repeated)
    assert part.target_tokens == pytest.approx(whole.target_tokens, rel=0.3)


def test_real_steps_are_timed(config):
    found = run_preflight(config, seconds=0.2)
    assert found.speed.steps >= 1 and found.speed.seconds > 0 and found.speed.tokens_per_second > 0
    assert (found.speed.device, found.speed.precision) in {("cpu", "float32"), ("cpu", "bfloat16")}

    assert speed._timed_settings(TrainingConfig(accumulate=8), "float32").accumulate == 1  # minutes a step, else


def test_first_steps_are_not_timed_and_the_fewest_are_awaited(config, monkeypatch):
    monkeypatch.setattr(speed, "FEWEST_STEPS", 5)
    monkeypatch.setattr(speed, "MOST_STEPS", 7)
    patient = run_preflight(config, seconds=60).speed
    assert patient.steps == 7
    monkeypatch.setattr(speed, "MOST_STEPS", 50)
    monkeypatch.setattr(speed, "PATIENCE", 1e6)
    hurried = run_preflight(config, seconds=1e-4).speed  # over before the first step: the fewest are waited for
    assert hurried.steps == 5


def test_consecutive_slow_steps_raise_the_standard_error():
    in_turns = [1.0, 3.0] * 10
    in_a_row = [1.0] * 10 + [3.0] * 10
    independent = np.std(in_turns, ddof=1) / np.sqrt(20)
    assert speed.standard_error(in_turns) == pytest.approx(independent)
    means = [1.0, 1.0, 2.0, 3.0, 3.0]  # of four steps each
    together = np.std(means, ddof=1) / np.sqrt(5)
    assert speed.standard_error(in_a_row) == pytest.approx(together) and together > 1.9 * independent
    assert speed.standard_error([8.0]) == 2.0


def test_waited_share_is_between_0_and_1(config):
    before = speed.time_waited()
    waited = run_preflight(config, seconds=0.2).speed.waited
    if before is None:
        assert waited is None
    else:
        assert 0 <= waited <= 1 and speed.time_waited() >= before


def test_vocabulary_is_the_runs_even_with_an_endless_sentence(config, tmp_path):
    endless = "".join(np.random.default_rng(5).choice(list("abcdefgh"), 5003))
    for side in ("src", "tgt"):
        path = tmp_path / f"train.{side}"
        path.write_text(path.read_text() + endless + "\n")
    found = run_preflight(config._replace(model=replace(MODEL, vocab_size=400)), seconds=0).data
    corpus = read_corpus(config.data)
    assert found.vocabulary == train_tokenizer(config.data, corpus, 400).vocab_size
    cut = train_tokenizer(config.data, corpus, 400).fingerprint
    uncut = Tokenizer.train((side for pair in corpus.training for side in pair), 400).fingerprint
    assert cut != uncut and learn_vocabulary(corpus.training, 400).fingerprint == cut


def test_few_frequent_words_do_not_warn_as_rare(config):
    found = run_preflight(config._replace(model=replace(MODEL, vocab_size=8000)), seconds=0)
    assert found.data.vocabulary < 400 and "vocabulary_rare" not in [warning.code for warning in found.warnings]


def test_generated_task_needs_no_files():
    data = DataConfig(task="copy", task_pairs=211, valid_pairs=17)
    found = run_preflight(RunConfig(MODEL, data, TrainingConfig(tokens_per_batch=64, device="cpu")), seconds=0)
    assert (found.data.pairs, found.data.blank, found.data.repeated) == (211, 0, 0)
    assert found.data.median_occurrences is None and found.data.vocabulary <= 307


def test_unreadable_text_is_refused(config, tmp_path):
    (tmp_path / "train.tgt").write_text("one line\n")
    with pytest.raises(CoreError, match="101 lines"):
        run_preflight(config)


def test_free_memory_is_a_plausible_number_of_bytes():
    free = free_memory(torch.device("cpu"))
    assert free is None or 2**20 < free < 2**46


def test_command_prints_the_preflight_and_starts_nothing(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(
        "core.preflight.run.run_preflight",
        lambda *given, **named: run_preflight(*given, **named, seconds=0.1),
    )
    settings = ["--task", "copy", "--task-pairs", "211", "--vocab-size", "290", "--d-model", "16", "--num-layers", "1"]
    settings += ["--tokens-per-batch", "64", "--max-steps", "50", "--device", "cpu", "--preflight"]
    assert main(["train", "--run", str(tmp_path / "a"), *settings]) == 0
    printed = capsys.readouterr().out
    assert "parameters" in printed and "warning: warm-up of 4,000 steps is not over" in printed
    assert not (tmp_path / "a").exists()
    assert main(["train", *settings, "--json"]) == 0
    found = Preflight.from_json(capsys.readouterr().out)
    assert found.steps == 50 and json.loads(found.to_json())["data"]["pairs"] == 211


def test_preflight_of_a_start_from_a_checkpoint_uses_its_vocabulary(capsys, monkeypatch):
    monkeypatch.setattr(
        "core.preflight.run.run_preflight", lambda *given, **named: run_preflight(*given, **named, seconds=0)
    )
    folder = Path(__file__).parents[2] / "miniature"
    settings = ["--task", "copy", "--task-pairs", "61", "--max-steps", "50", "--device", "cpu", "--max-tokens", "32"]
    assert main(["train", "--init-from", str(folder), *settings, "--preflight", "--json"]) == 0
    found = Preflight.from_json(capsys.readouterr().out)
    shape = read_model_config(folder)
    assert found.model.vocab_size == found.data.vocabulary == shape.vocab_size
    assert found.parameters.total == shape.num_parameters and found.data.median_occurrences is None
    described = read_checkpoint_config(folder)["training"]
    warmup, factor = described["warmup_steps"], described["rate_factor"]
    assert found.start_peak == pytest.approx(factor * shape.d_model**-0.5 * warmup**-0.5)
    assert main(["train", "--init-from", str(folder), *settings, "--preflight"]) == 0
    assert f"that of the start's training at {found.start_peak:.2e}" in capsys.readouterr().out


def test_chinese_called_german_is_seen_in_the_text(tmp_path):
    """A Chinese training was scored as German, without a remark."""
    for name, line in (("a.txt", "A dog runs, number {}.\n"), ("b.txt", "一只狗在跑，第{}号。\n")):
        (tmp_path / name).write_text("".join(line.format(k) for k in range(40)), encoding="utf-8")
    data = DataConfig(src=str(tmp_path / "a.txt"), tgt=str(tmp_path / "b.txt"), src_lang="en", tgt_lang="de")
    model = ModelConfig(vocab_size=300, d_model=14, num_heads=1, num_layers=1, d_ff=13)
    found = run_preflight(RunConfig(model, data, TrainingConfig()), seconds=0)
    assert found.data.languages == ("en", "de") and found.data.scripts == ("Latin", "Han")
    assert {"target_script"} <= {one.code for one in found.warnings}
    assert "source_script" not in {one.code for one in found.warnings}


@pytest.mark.parametrize(
    ("endings", "text", "start", "swapped"),
    [
        (("de", "en"), ("Zeile {}.", "Line {}."), "en-de", True),  # by the codes
        (("txt", "txt"), ("第{}号，一只狗在跑。", "A dog runs, number {}."), "en-zh", True),  # by the scripts
        (("txt", "txt"), ("Der Hund ist nicht in {}.", "The dog is not in the house {}."), "en-de", True),  # by words
        (("txt", "txt"), ("The dog is not in the house {}.", "Der Hund ist nicht in {}."), "en-de", False),
        (("en", "zh"), ("A dog runs, number {}.", "第{}号，一只狗在跑。"), "en-de", False),
    ],
)
def test_target_in_the_language_that_the_start_reads(tmp_path, capsys, monkeypatch, endings, text, start, swapped):
    """A training from en-de on German and English in the wrong order went on without a remark."""
    monkeypatch.setattr(
        "core.preflight.run.run_preflight", lambda *given, **named: run_preflight(*given, **named, seconds=0)
    )
    paths = [tmp_path / f"{side}.{ending}" for side, ending in zip("ab", endings, strict=True)]
    for path, line in zip(paths, text, strict=True):
        path.write_text("".join(f"{line}\n".format(k) for k in range(40)), encoding="utf-8")
    words = ["--src", str(paths[0]), "--tgt", str(paths[1]), "--init-from", str(CHECKPOINTS / start)]
    assert main(["train", *words, "--preflight", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert ("start_swapped" in [one["code"] for one in found["warnings"]]) is swapped
