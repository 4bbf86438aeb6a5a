import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from core.cli.parser import main
from core.cli.preflight import preflight_report
from core.config import DataConfig, ModelConfig, TrainingConfig
from core.data.batching import BatchSampler, FixedPairs, encode_pairs, make_batches
from core.data.tokenizer import Tokenizer
from core.errors import CoreError
from core.training import survey
from core.training.footprint import KERNEL_BYTES, KERNELS_KEPT
from core.training.preflight import Preflight
from core.training.run import RunConfig
from core.training.text import buckets_of, read_corpus, train_tokenizer

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


def test_a_survey_counts_what_is_there(config):
    found = survey.check(config, seconds=0).data
    assert (found.pairs, found.examined, found.blank) == (100, 100, 1)
    assert found.long_share == pytest.approx(0.01) and found.longest <= 53
    assert (found.validation_pairs, found.repeated) == (5, 2)
    assert sum(found.source_lengths) == sum(found.target_lengths) == 99
    assert found.edges[0] == 0 and len(found.edges) == survey.BARS + 1 and found.edges[-1] >= found.longest


def test_tokens_batches_and_padding_are_those_of_the_real_batches(config):
    """The oracle encodes and batches the text itself, and counts token by token."""
    found = survey.check(config, seconds=0).data
    text = read_corpus(config.data).training.read()
    tokenizer = Tokenizer.train((s for pair in zip(text.source, text.target, strict=True) for s in pair), 307)
    pairs = encode_pairs(tokenizer, text, 53)
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


def test_a_run_to_be_compiled_is_surveyed_in_the_shapes_that_it_will_have(config):
    """The oracle takes an epoch of the batches that such a run is given."""
    compiled = config._replace(training=replace(config.training, compile=True))
    found = survey.check(compiled, seconds=0.1)
    text = read_corpus(config.data).training.read()
    tokenizer = Tokenizer.train((s for pair in zip(text.source, text.target, strict=True) for s in pair), 307)
    source = FixedPairs(encode_pairs(tokenizer, text, 53))
    sampler = BatchSampler(source, 61, config.training.seed, buckets_of(compiled))
    batches = [sampler.next() for _ in range(sampler.batches_per_epoch)]
    sides = [side for batch in batches for side in (batch.source, batch.target_predicted)]
    real = len(source.pairs.source) + len(source.pairs.target)  # rows that are added hold an end symbol each
    assert found.data.batches == len(batches)
    assert found.data.padding == pytest.approx(1 - real / sum(side.numel() for side in sides))
    assert found.data.row_counts == len({side.numel() for side in sides})
    assert tuple(found.data.largest) in {(*batch.source.shape, batch.target_read.shape[1]) for batch in batches}
    assert found.speed.compiles_later and "not compiled as the run will be" in preflight_report(found)


@pytest.mark.parametrize(
    ("precision", "capacity", "kept"),
    [("float32", "", 0), ("bfloat16", "", 12), ("bfloat16", "5", 5), ("bfloat16", "many", 12)],
)
def test_kernels_of_bfloat16_are_counted_as_far_as_they_are_kept(config, monkeypatch, precision, capacity, kept):
    monkeypatch.setenv("ONEDNN_PRIMITIVE_CACHE_CAPACITY", capacity)
    found = survey.check(config._replace(training=replace(config.training, precision=precision)), seconds=0)
    counts = found.data.row_counts
    expected = min(kept * counts if capacity != "5" else 5, KERNELS_KEPT) * KERNEL_BYTES
    assert found.memory.kernels == expected and found.memory.total > expected
    assert ("kernels in bfloat16" in preflight_report(found)) == bool(kept)


def test_a_large_text_is_looked_at_in_part_and_scaled_up(config, monkeypatch):
    whole = survey.check(config, seconds=0).data
    monkeypatch.setattr(survey, "EXAMINED_PAIRS", 50)
    part = survey.check(config, seconds=0).data
    assert (part.pairs, part.examined, part.repeated) == (100, 50, whole.repeated)
    assert part.target_tokens == pytest.approx(whole.target_tokens, rel=0.3)


def test_real_steps_are_timed_and_accumulation_multiplies_them(config):
    found = survey.check(config, seconds=0.2)
    assert found.speed.steps >= 1 and found.speed.seconds > 0 and found.speed.tokens_per_second > 0
    assert (found.speed.device, found.speed.precision) in {("cpu", "float32"), ("cpu", "bfloat16")}

    assert survey._measured_settings(TrainingConfig(accumulate=8), "float32").accumulate == 1  # minutes a step, else


def test_the_first_steps_are_not_timed_and_a_slow_machine_is_given_longer(config, monkeypatch):
    monkeypatch.setattr(survey, "FEWEST_STEPS", 5)
    monkeypatch.setattr(survey, "MOST_STEPS", 7)
    patient = survey.check(config, seconds=60).speed
    assert patient.steps == 7
    monkeypatch.setattr(survey, "MOST_STEPS", 50)
    monkeypatch.setattr(survey, "PATIENCE", 1e6)
    hurried = survey.check(config, seconds=1e-4).speed  # over before the first step: the fewest are waited for
    assert hurried.steps == 5


def test_steps_that_are_slow_in_a_row_widen_the_range_and_those_that_take_turns_do_not():
    in_turns = [1.0, 3.0] * 10
    in_a_row = [1.0] * 10 + [3.0] * 10
    independent = np.std(in_turns, ddof=1) / np.sqrt(20)
    assert survey.standard_error(in_turns) == pytest.approx(independent)
    means = [1.0, 1.0, 2.0, 3.0, 3.0]  # of four steps each
    together = np.std(means, ddof=1) / np.sqrt(5)
    assert survey.standard_error(in_a_row) == pytest.approx(together) and together > 1.9 * independent
    assert survey.standard_error([8.0]) == 2.0


def test_the_wait_for_a_processor_grows_and_is_part_of_the_time(config):
    before = survey.time_waited()
    waited = survey.check(config, seconds=0.2).speed.waited
    if before is None:
        assert waited is None
    else:
        assert 0 <= waited <= 1 and survey.time_waited() >= before


def test_the_vocabulary_is_that_of_the_run_also_where_a_sentence_never_ends(config, tmp_path):
    endless = "".join(np.random.default_rng(5).choice(list("abcdefgh"), 5003))
    for side in ("src", "tgt"):
        path = tmp_path / f"train.{side}"
        path.write_text(path.read_text() + endless + "\n")
    found = survey.check(config._replace(model=replace(MODEL, vocab_size=400)), seconds=0).data
    corpus = read_corpus(config.data)
    assert found.vocabulary == train_tokenizer(config.data, corpus, 400).vocab_size
    cut = train_tokenizer(config.data, corpus, 400).fingerprint
    uncut = Tokenizer.train((side for pair in corpus.training for side in pair), 400).fingerprint
    assert cut != uncut and survey.learn_vocabulary(corpus.training, 400).fingerprint == cut


def test_few_words_that_occur_often_are_not_told_to_be_rare(config):
    found = survey.check(config._replace(model=replace(MODEL, vocab_size=8000)), seconds=0)
    assert found.data.vocabulary < 400 and "vocabulary_rare" not in [caution.code for caution in found.cautions]


def test_a_generated_task_is_surveyed_without_files():
    data = DataConfig(task="copy", task_pairs=211, valid_pairs=17)
    found = survey.check(RunConfig(MODEL, data, TrainingConfig(tokens_per_batch=64, device="cpu")), seconds=0)
    assert (found.data.pairs, found.data.blank, found.data.repeated) == (211, 0, 0)
    assert found.data.median_occurrences is None and found.data.vocabulary <= 307


def test_what_cannot_be_read_is_refused(config, tmp_path):
    (tmp_path / "train.tgt").write_text("one line\n")
    with pytest.raises(CoreError, match="101 lines"):
        survey.check(config)


def test_free_memory_is_a_plausible_number_of_bytes():
    free = survey.free_memory(torch.device("cpu"))
    assert free is None or 2**20 < free < 2**46


def test_the_command_says_all_of_it_and_starts_nothing(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(survey, "MEASURED_SECONDS", 0.1)
    monkeypatch.setattr("core.cli.training.check", lambda config, folder: survey.check(config, folder, seconds=0.1))
    settings = ["--task", "copy", "--task-pairs", "211", "--vocab-size", "290", "--d-model", "16", "--num-layers", "1"]
    settings += ["--tokens-per-batch", "64", "--max-steps", "50", "--device", "cpu", "--preflight"]
    assert main(["train", "--run", str(tmp_path / "a"), *settings]) == 0
    said = capsys.readouterr().out
    assert "parameters" in said and "caution: warm-up of 4,000 steps is not over" in said
    assert not (tmp_path / "a").exists()
    assert main(["train", *settings, "--json"]) == 0
    found = Preflight.from_json(capsys.readouterr().out)
    assert found.steps == 50 and json.loads(found.to_json())["data"]["pairs"] == 211
