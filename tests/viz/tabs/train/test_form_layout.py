from core.config import TrainingConfig, describe
from viz.tabs.train.form_layout import _hint

SETTINGS = {setting.name: setting for setting in describe(TrainingConfig)}


def test_a_bound_is_said_where_somebody_may_come_near_it():
    steps, tokens, accumulate = (SETTINGS[name] for name in ("max_steps", "tokens_per_batch", "accumulate"))
    assert _hint(steps, steps.maximum, "en") == "At most."
    assert _hint(steps, 2000, "en") == "At most. 1 to 2,000."  # a cap of a Space
    assert _hint(tokens, tokens.maximum, "en").endswith("At least 16.")
    assert _hint(accumulate, accumulate.maximum, "en").endswith("1 to 1,024.")
