import math
from dataclasses import replace

import pytest

from core.config import DataConfig, ModelConfig, TrainingConfig
from core.training.footprint import BatchShape
from core.training.preflight import Caution, DataSurvey, Preflight, SpeedSample, assess, settings_cautions
from core.training.run import RunConfig

MODEL = ModelConfig(vocab_size=307, d_model=22, num_layers=3, num_heads=2, d_ff=29, d_k=5, d_v=7)
TRAINING = TrainingConfig(max_steps=1000, warmup_steps=130, tokens_per_batch=512, checkpoint_every=100, accumulate=2)
SURVEY = DataSurvey(
    pairs=1009,
    examined=1009,
    blank=3,
    long_share=0.0,
    source_tokens=11_003,
    target_tokens=13_007,
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
    validation_pairs=53,
    repeated=0,
)
SPEED = SpeedSample(5, 0.5, 0.02, 1700.0, "cpu", "float32")


def assessed(survey: DataSurvey = SURVEY, model: ModelConfig = MODEL, **changed: object) -> Preflight:
    return assess(RunConfig(model, DataConfig(src="a", tgt="b"), replace(TRAINING, **changed)), survey)


def codes(cautions: object) -> list[str]:
    return [caution.code for caution in cautions]


# Steps, rate, disk


def test_steps_epochs_and_warm_up_follow_from_batches_and_accumulation():
    found = assessed()
    assert (found.steps_per_epoch, found.steps) == (17.0, 1000)
    assert found.epochs == pytest.approx(1000 / 17) and found.warmup_epochs == pytest.approx(130 / 17)
    assert assessed(max_epochs=3).steps == 51


def test_the_peak_rate_is_that_of_equation_3_at_the_end_of_warm_up():
    assert assessed(rate_factor=2.0).peak_rate == pytest.approx(2 / math.sqrt(22 * 130))
    base = assess(RunConfig(ModelConfig(), DataConfig(), TrainingConfig()), replace(SURVEY, vocabulary=37_000))
    assert base.peak_rate == pytest.approx(6.99e-4, rel=1e-3)


@pytest.mark.parametrize(("steps", "cooldown"), [(400, 0), (400, 200), (400, 300), (200, 199), (150, 90), (90, 70)])
def test_peak_rate_is_the_maximum_over_all_steps(steps, cooldown):
    rates = [22**-0.5 * min(n**-0.5, n * 130**-1.5) * min(1, (steps + 1 - n) / (cooldown + 1)) for n in range(1, steps)]
    assert assessed(max_steps=steps, cooldown_steps=cooldown).peak_rate == pytest.approx(max(rates), rel=1e-3)


def test_a_run_that_ends_within_its_warm_up_peaks_at_its_last_step():
    assert assessed(max_steps=50).peak_rate == pytest.approx(22**-0.5 * 50 * 130**-1.5)


def test_disk_is_the_checkpoints_that_are_kept_and_one_more():
    found, parameters = assessed(keep_checkpoints=3, average_last=2), MODEL.num_parameters
    assert found.step_checkpoint == 12 * parameters
    assert found.disk == 4 * 12 * parameters + 2 * parameters
    assert assessed(max_steps=100).disk == 2 * 12 * parameters + 2 * parameters


def test_expected_time_is_two_standard_errors_wide():
    assert SPEED.duration(100) == pytest.approx((46.0, 54.0))
    assert SpeedSample(1, 1.0, 0.9, 1.0, "cpu", "float32").duration(10) == pytest.approx((0.0, 28.0))


@pytest.mark.parametrize(("waited", "seconds"), [(None, None), (0.09, None), (0.75, 13.5)])
def test_what_it_takes_with_the_machine_to_itself_is_said_where_a_wait_was_measured(waited, seconds):
    found = replace(SPEED, waited=waited).undisturbed_duration(100)
    assert found == (pytest.approx(seconds) if seconds else None)


@pytest.mark.parametrize(("minutes", "told"), [(None, False), (7.5, True), (7.7, False)])  # 460 to 540 s
def test_a_limit_of_time_that_comes_before_the_last_step_is_said(minutes, told):
    config = RunConfig(MODEL, DataConfig(src="a", tgt="b"), replace(TRAINING, max_minutes=minutes))
    assert ("minutes_short" in codes(assess(config, SURVEY, SPEED).cautions)) is told


# Cautions


def test_sound_settings_get_no_caution():
    assert assessed().cautions == ()


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
def test_a_setting_that_is_known_to_fail_is_told(changed, code):
    assert codes(assessed(**changed).cautions) == [code]


@pytest.mark.parametrize(
    "changed", [{"warmup_steps": 100}, {"warmup_steps": 999}, {"rate_factor": 1.1}, {"max_epochs": 58}]
)
def test_a_setting_just_inside_the_bounds_is_not_told(changed):
    assert assessed(**changed).cautions == ()


def test_pre_norm_may_start_without_warm_up():
    free = replace(TRAINING, warmup_steps=1, rate_factor=0.05)
    assert codes(settings_cautions(RunConfig(MODEL, DataConfig(), free))) == ["warmup_short"]
    assert settings_cautions(RunConfig(replace(MODEL, norm="pre"), DataConfig(), free)) == []


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"median_occurrences": 9.0}, "vocabulary_rare"),
        ({"repeated": 2}, "validation_seen"),
        ({"long_share": 0.11}, "many_long"),
    ],
)
def test_data_that_is_known_to_fail_is_told(changed, code):
    assert codes(assessed(replace(SURVEY, **changed)).cautions) == [code]


def test_memory_and_disk_are_told_when_they_are_more_than_what_is_free():
    config = RunConfig(MODEL, DataConfig(), TRAINING)
    needed = assessed()
    enough = needed.memory.total + 500_000_000
    assert assess(config, SURVEY, free_memory=enough, free_disk=needed.disk).cautions == ()
    short = assess(config, SURVEY, free_memory=enough - 1, free_disk=needed.disk - 1)
    assert codes(short.cautions) == ["memory", "disk"] and "0.5 GB" in str(short.cautions[0])


def test_a_generated_task_has_no_rare_tokens_because_it_never_ends():
    assert assessed(replace(SURVEY, median_occurrences=None)).cautions == ()


def test_a_preflight_survives_its_way_through_json():
    found = replace(assessed(warmup_steps=50), speed=SPEED, free_memory=7)
    again = Preflight.from_json(found.to_json())
    assert again == found and isinstance(again.cautions[0], Caution) and again.parameters.total == MODEL.num_parameters
    with pytest.raises((ValueError, KeyError, TypeError)):
        Preflight.from_json("{}")
