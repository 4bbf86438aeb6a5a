import math
from dataclasses import replace

import pytest

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.preflight.conclude import conclude
from core.preflight.memory import BatchShape
from core.preflight.result import Preflight, PreflightWarning, SpeedSample, TextStatistics
from core.preflight.warnings import settings_warnings
from core.training.run import RunConfig

MODEL = ModelConfig(vocab_size=307, d_model=22, num_layers=3, num_heads=2, d_ff=29, d_k=5, d_v=7)
TRAINING = TrainingConfig(max_steps=1000, warmup_steps=130, tokens_per_batch=512, checkpoint_every=100, accumulate=2)
TEXT = TextStatistics(
    pairs=1009,
    sampled=1009,
    blank=3,
    long_share=0.0,
    source_tokens=110_003,
    target_tokens=130_007,
    vocabulary=307,
    median_occurrences=17.0,
    batches=34,
    padding=0.07,
    largest=BatchShape(11, 13, 17),
    row_counts=7,
    longest=41,
    edges=(0, 21, 41),
    source_lengths=(1000, 9),
    target_lengths=(997, 12),
    validation_pairs=153,
    repeated=0,
)
SPEED = SpeedSample(5, 0.5, 0.02, 1700.0, "cpu", "float32")


def concluded(text: TextStatistics = TEXT, model: ModelConfig = MODEL, **changed: object) -> Preflight:
    return conclude(RunConfig(model, DataConfig(src="a", tgt="b"), replace(TRAINING, **changed)), text)


def codes(warnings: object) -> list[str]:
    return [warning.code for warning in warnings]


# Steps, rate, disk


def test_steps_and_epochs_follow_from_batches_and_accumulation():
    found = concluded()
    assert (found.steps_per_epoch, found.steps) == (17.0, 1000)
    assert found.epochs == pytest.approx(1000 / 17) and found.warmup_epochs == pytest.approx(130 / 17)
    assert concluded(max_epochs=3).steps == 51


def test_step_in_which_the_last_epoch_ends_is_taken():
    """It was not counted, and the requested epochs were said to be never reached."""
    found = concluded(replace(TEXT, batches=101), accumulate=4, max_epochs=10)
    assert found.steps == 253 and "epochs_unreached" not in codes(found.warnings)
    short = concluded(replace(TEXT, batches=101), accumulate=4, max_epochs=10, max_steps=252)
    assert short.steps == 252 and "252 steps are 9.9 epochs" in " ".join(map(str, short.warnings))


def test_peak_rate_follows_eq_3_at_warm_up_end():
    assert concluded(rate_factor=2.0).peak_rate == pytest.approx(2 / math.sqrt(22 * 130))
    base = conclude(RunConfig(ModelConfig(), DataConfig(), TrainingConfig()), replace(TEXT, vocabulary=37_000))
    assert base.peak_rate == pytest.approx(6.99e-4, rel=1e-3)


def test_rate_above_the_peak_of_the_start_is_reported():
    config = RunConfig(MODEL, DataConfig(src="a", tgt="b"), TRAINING)
    peak = concluded().peak_rate
    found = conclude(config, TEXT, start_peak=peak / 3)
    (warning,) = [warning for warning in found.warnings if warning.code == "rate_above_start"]
    assert f"peaks at {peak:.2e}, above {peak / 3:.2e}" in str(warning) and found.start_peak == peak / 3
    assert Preflight.from_json(found.to_json()) == found
    assert "rate_above_start" not in codes(conclude(config, TEXT, start_peak=peak).warnings)


@pytest.mark.parametrize(("steps", "cooldown"), [(400, 0), (400, 200), (400, 300), (200, 199), (150, 90), (90, 70)])
def test_peak_rate_is_the_maximum_over_all_steps(steps, cooldown):
    rates = [22**-0.5 * min(n**-0.5, n * 130**-1.5) * min(1, (steps + 1 - n) / (cooldown + 1)) for n in range(1, steps)]
    assert concluded(max_steps=steps, cooldown_steps=cooldown).peak_rate == pytest.approx(max(rates), rel=1e-3)


def test_peak_rate_within_warm_up_is_at_the_last_step():
    assert concluded(max_steps=50).peak_rate == pytest.approx(22**-0.5 * 50 * 130**-1.5)


def test_disk_is_the_kept_checkpoints_and_one_more():
    found, parameters = concluded(keep_checkpoints=3, average_last=2), MODEL.num_parameters
    models = 2 * 2 * parameters  # the finished one and the best one
    assert found.step_checkpoint == 12 * parameters
    assert found.disk == 4 * 12 * parameters + models
    assert concluded(max_steps=100).disk == 2 * 12 * parameters + models


def test_disk_has_the_best_model_and_the_start_only_where_they_are():
    """Both were left out."""
    half, unvalidated = 2 * MODEL.num_parameters, replace(TEXT, validation_pairs=0)
    assert concluded(unvalidated).disk == concluded().disk - half
    assert concluded(replace(TEXT, start=("en", "de"))).disk == concluded().disk + half


def test_duration_spans_two_standard_errors_either_side():
    assert SPEED.duration(100) == pytest.approx((46.0, 54.0))
    assert SpeedSample(1, 1.0, 0.9, 1.0, "cpu", "float32").duration(10) == pytest.approx((0.0, 28.0))


@pytest.mark.parametrize(("waited", "seconds"), [(None, None), (0.09, None), (0.75, 13.5)])
def test_undisturbed_duration_needs_a_long_wait(waited, seconds):
    found = replace(SPEED, waited=waited).undisturbed_duration(100)
    assert found == (pytest.approx(seconds) if seconds else None)


@pytest.mark.parametrize(("minutes", "warns"), [(None, False), (7.5, True), (7.7, False)])  # 460 to 540 s
def test_time_limit_before_the_last_step_warns(minutes, warns):
    config = RunConfig(MODEL, DataConfig(src="a", tgt="b"), replace(TRAINING, max_minutes=minutes))
    assert ("minutes_short" in codes(conclude(config, TEXT, SPEED).warnings)) is warns


# PreflightWarnings


def test_sound_settings_have_no_warning():
    assert concluded().warnings == ()


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"warmup_steps": 99, "rate_factor": 0.3}, "warmup_short"),  # 2 / (1 - 0.98) = 100
        ({"warmup_steps": 1, "rate_factor": 0.01}, "warmup_short"),
        ({"warmup_steps": 1000}, "warmup_unended"),
        ({"rate_factor": 1.2}, "rate_high"),  # 1.2 / sqrt(130) = 0.105 over sqrt(d_model)
        ({"tokens_per_batch": 40}, "batch_narrow"),
        ({"max_epochs": 59}, "epochs_unreached"),
    ],
)
def test_failing_setting_warns(changed, code):
    assert codes(concluded(**changed).warnings) == [code]


@pytest.mark.parametrize(
    "changed", [{"warmup_steps": 100}, {"warmup_steps": 999}, {"rate_factor": 1.1}, {"max_epochs": 58}]
)
def test_setting_just_inside_its_bounds_does_not_warn(changed):
    assert concluded(**changed).warnings == ()


def test_pre_norm_may_start_without_warm_up():
    free = replace(TRAINING, warmup_steps=1, rate_factor=0.05)
    assert codes(settings_warnings(RunConfig(MODEL, DataConfig(), free))) == ["warmup_short"]
    assert settings_warnings(RunConfig(replace(MODEL, norm="pre"), DataConfig(), free)) == []


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"median_occurrences": 9.0}, "vocabulary_rare"),
        ({"repeated": 2}, "validation_seen"),
        ({"long_share": 0.11}, "many_long"),
        ({"languages": ("zh", "de"), "scripts": ("Latin", "Latin")}, "source_script"),
        ({"languages": ("en", "de"), "scripts": ("Latin", "Han")}, "target_script"),
        ({"tokens_per_character": 1.3}, "letters_as_bytes"),
        ({"start": ("de", "en"), "swapped": True}, "start_swapped"),
    ],
)
def test_failing_text_warns(changed, code):
    assert codes(concluded(replace(TEXT, **changed)).warnings) == [code]


def test_memory_and_disk_warn_above_the_free_amount():
    config = RunConfig(MODEL, DataConfig(), TRAINING)
    needed = concluded()
    enough = needed.memory.total + 500_000_000
    assert conclude(config, TEXT, free_memory=enough, free_disk=needed.disk).warnings == ()
    short = conclude(config, TEXT, free_memory=enough - 1, free_disk=needed.disk - 1)
    assert codes(short.warnings) == ["memory", "disk"] and "0.5 GB" in str(short.warnings[0])


def test_generated_task_does_not_warn_of_rare_tokens():
    assert concluded(replace(TEXT, median_occurrences=None)).warnings == ()


def test_preflight_is_equal_after_json():
    found = replace(concluded(warmup_steps=50), speed=SPEED, free_memory=7)
    again = Preflight.from_json(found.to_json())
    assert (
        again == found
        and isinstance(again.warnings[0], PreflightWarning)
        and again.parameters.total == MODEL.num_parameters
    )
    with pytest.raises((ValueError, KeyError, TypeError)):
        Preflight.from_json("{}")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"batches": 18}, "epochs_many"),
        ({"validation_pairs": 6}, "validation_few"),
        ({"validation_pairs": 0, "repeated": 0}, "validation_none"),
        ({"source_tokens": 7, "target_tokens": 7}, "parameters_many"),
    ],
)
def test_text_too_small_for_its_settings_warns(changed, code):
    """An hour and a half on 294 pairs, 5,000 times each, came without a word."""
    assert codes(concluded(replace(TEXT, **changed)).warnings) == [code]
    found = conclude(RunConfig(MODEL, DataConfig(task="copy"), TRAINING), replace(TEXT, **changed))
    assert found.warnings == ()  # a generated task never ends
