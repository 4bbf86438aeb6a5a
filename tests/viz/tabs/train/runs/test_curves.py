import base64

import numpy as np
import pytest

from core.training.run import Run
from tests.viz.tabs.train.made import progress, written
from viz.components.figure import unpack
from viz.tabs.train.runs import curves
from viz.texts import ENGLISH


def validation(step: int, loss: float, bleu: float | None = None) -> dict:
    return {"event": "validation", "step": step, "loss": loss, "perplexity": np.exp(loss), "bleu": bleu}


def traces(packed: str | None) -> list[tuple[str, str, str]]:
    """(name, colour, dash) of what is drawn."""
    return [(trace["name"], trace["line"]["color"], trace["line"].get("dash")) for trace in unpack(packed)["data"]]


def test_perplexity_is_e_to_the_loss_and_missing_is_nan():
    events = [progress(7, np.log(11.0), 1.0), {**validation(7, 1.0), "perplexity": 13.0}]
    training, validated = curves.curve(events, "perplexity")
    assert training.values[0] == pytest.approx(11.0) and validated.values[0] == 13.0
    assert np.isnan(curves.curve(events, "bleu")[0].values[0])
    assert curves.curve([], "loss") == []


def test_long_line_is_thinned_evenly_and_keeps_its_ends():
    events = [progress(step, float(step), 1.0) for step in range(1, 5004)]
    (line,) = curves.curve(events, "loss")
    assert len(line.steps) == 1669 and line.steps[0] == 1 and line.steps[-1] == 5003
    assert set(np.diff(line.steps)) == {3, 1} and np.array_equal(line.steps, line.values)


def test_smoothed_loss_is_drawn_where_it_differs():
    plain, smoothed = ({**progress(5, 2.0, 1.0), "loss": loss} for loss in (2.0, 2.75))
    assert [line.part for line in curves.curve([plain], "loss")] == ["training"]
    found = curves.curve([smoothed, {**validation(5, 1.5), "smoothed_loss": 2.5}], "loss")
    assert [(line.part, line.values.tolist()) for line in found] == [
        ("training", [2.0]),
        ("smoothed", [2.75]),
        ("validation", [1.5]),
        ("validation_smoothed", [2.5]),
    ]
    for other in ({}, {"smoothed_loss": 1.5}, {"smoothed_loss": None}):  # not measured, or without smoothing
        found = curves.curve([plain, {**validation(5, 1.5), **other}], "loss")
        assert [line.part for line in found] == ["training", "validation"]


def test_schedule_spans_the_run_and_holds_taken_steps(tmp_path):
    rates = {step: 16**-0.5 * min(step**-0.5, step * 4000**-1.5) for step in (1, 700, 1000)}
    run = written(tmp_path, "a", *(progress(step, 1.0, 1.0, learning_rate=rates[step]) for step in (1, 700)))
    (line,) = curves.schedule(run)
    assert (line.steps[0], line.steps[-1]) == (1, 1000) and len(line.steps) <= 401
    assert [line.values[0], line.values[-1]] == pytest.approx([rates[1], rates[1000]], rel=1e-12)
    planned, taken = unpack(curves.figure([run], "learning_rate", ENGLISH))["data"]
    assert (planned["mode"], taken["mode"], taken["line"]["width"]) == ("lines", "lines+markers", 0)
    assert (planned["name"], taken["name"]) == ("planned, whole run", "steps taken")


def test_schedule_includes_its_peak(tmp_path):
    run = written(tmp_path, "a", max_steps=9973)
    (line,) = curves.schedule(run)
    assert line.steps[np.argmax(line.values)] == 4000
    run.config_path.write_text("{")
    assert curves.schedule(run) == []


def test_schedule_shows_the_cool_down(tmp_path):
    (line,) = curves.schedule(written(tmp_path, "a", max_steps=9973, cooldown_steps=1009))
    eq3 = 16**-0.5 * np.minimum(line.steps**-0.5, line.steps * 4000**-1.5)
    left = np.minimum(1.0, (9974 - line.steps) / 1010)
    np.testing.assert_allclose(line.values, eq3 * left, rtol=1e-9)
    assert 9973 - 1009 in line.steps  # where it begins


def test_compared_runs_keep_their_colours_and_legend(tmp_path):
    events = [{**progress(5, 2.0, 1.0), "loss": 3.0}, validation(5, 1.5, 7.0)]
    runs = [written(tmp_path, name, *events) for name in ("b", "a", "c")]
    drawn = traces(curves.figure(runs, "loss", ENGLISH))
    blue, vermilion, green, neutral = "#0072B2", "#D55E00", "#009E73", "#8b8f98"
    assert drawn[:7] == [
        ("b · training", blue, None),
        ("b · training, label-smoothed", blue, "dot"),  # of the followed run alone
        ("b · validation", blue, "dash"),
        ("a · training", vermilion, None),
        ("a · validation", vermilion, "dash"),
        ("c · training", green, None),
        ("c · validation", green, "dash"),
    ]
    legend = [(name, colour) for name, colour, _ in drawn[7:]]
    assert legend[:3] == [("b", blue), ("a", vermilion), ("c", green)]
    assert [name for name, colour in legend[3:] if colour == neutral] == [
        "training",
        "training, label-smoothed",
        "validation",
    ]
    assert [name for name, *_ in traces(curves.figure(runs, "bleu", ENGLISH))] == ["b", "a", "c"]


def test_run_keeps_its_colour_after_an_empty_one(tmp_path):
    followed = written(tmp_path, "a", progress(5, 2.0, 1.0), validation(5, 1.5, 7.0))
    silent, other = written(tmp_path, "b"), written(tmp_path, "c", validation(5, 1.5, 9.0))
    assert [colour for _, colour, _ in traces(curves.figure([followed, silent, other], "bleu", ENGLISH))] == [
        "#0072B2",
        "#009E73",
    ]
    assert curves.figure([silent, followed], "loss", ENGLISH) is None  # nothing of the followed one yet
    assert curves.figure([silent], "learning_rate", ENGLISH) is None


def test_every_measure_is_drawn_with_its_words(tmp_path):
    whole = {"learning_rate": 0.1, "gradient_norm": 1.0, "tokens_per_second": 9.0, "padding": 0.07, "guided_loss": 2.0}
    run = written(tmp_path, "a", progress(5, 2.0, 1.0, **whole), {**validation(5, 1.5, 7.0), "accuracy": 0.5})
    for measure in curves.MEASURES:
        drawn = unpack(curves.figure([run], measure, ENGLISH))
        assert drawn["data"] and drawn["layout"]["title"]["text"]
        assert drawn["layout"]["uirevision"] == f"a-{measure}"  # while it stays the same, the zoom stays


def test_loss_of_word_links_is_drawn_only_where_it_was_taken(tmp_path):
    events = [progress(1, 2.0, 1.0, guided_loss=None), progress(2, 2.0, 1.0, guided_loss=0.75)]
    (line,) = curves.curve(events, "guided_loss")
    assert (line.steps.tolist(), line.values.tolist()) == ([2], [0.75])
    run = written(tmp_path, "a", progress(5, 2.0, 1.0, guided_loss=None))
    assert curves.figure([run], "guided_loss", ENGLISH) is None


# Smoothing and the horizontal axis


def test_moving_average_is_that_of_tensorboard():
    """The definition as a sum, and TensorBoard's loop over its running numbers."""
    values, weight = np.random.default_rng(3).normal(5.0, 2.0, 53), 0.83
    powers = weight ** np.arange(53)
    wanted = [(powers[: n + 1][::-1] * values[: n + 1]).sum() / powers[: n + 1].sum() for n in range(53)]
    np.testing.assert_allclose(curves.moving_average(values, weight), wanted, rtol=1e-12)
    last, count, looped = 0.0, 0, []
    for value in values:
        last, count = last * weight + (1 - weight) * value, count + 1
        looped.append(last / (1 - weight**count))
    np.testing.assert_allclose(curves.moving_average(values, weight), looped, rtol=1e-10)
    np.testing.assert_array_equal(curves.moving_average(values, 0.0), values)


def test_moving_average_passes_over_missing_values():
    found = curves.moving_average(np.array([2.0, np.nan, 4.0]), 0.5)
    assert found[0] == 2.0 and np.isnan(found[1]) and found[2] == pytest.approx((0.25 * 2 + 0.5 * 4) / 0.75)


def test_long_line_is_averaged_before_it_is_thinned():
    values = np.random.default_rng(5).normal(size=5003)
    events = [progress(step, float(value), 1.0) for step, value in enumerate(values, start=1)]
    raw, average = curves.curve(events, "loss", 0.9)
    assert (raw.form, average.form) == ("raw", "average")
    np.testing.assert_array_equal(average.values, curves.moving_average(values, 0.9)[average.steps - 1])
    np.testing.assert_array_equal(raw.values, values[raw.steps - 1])


def resumed_run(runs) -> object:
    """A run with 100, 300 and 50 tokens in its reports; it paused for an hour after the second."""
    spans, tokens, steps = (4.0, 6.0, 5.0), (100, 300, 50), (10, 20, 30)
    seconds = np.cumsum(spans)
    reports = [progress(step, 2.0, seconds[k], tokens_per_second=tokens[k] / spans[k]) for k, step in enumerate(steps)]
    for late in reports[2:]:
        late["time"] += 3600
    return written(runs, "a", *reports[:2], validation(15, 1.5), {"event": "resume", "step": 20}, *reports[2:])


@pytest.mark.parametrize(
    ("axis", "training", "validated", "title"),
    [
        ("steps", [10, 20, 30], [15], "step"),
        ("tokens", [100, 400, 450], [250], "target tokens trained on"),
        ("time", [4, 10, 15], [7], "training time (s)"),
    ],
)
def test_horizontal_axis_is_steps_tokens_or_time_without_pauses(tmp_path, axis, training, validated, title):
    run = resumed_run(tmp_path)
    drawn = unpack(curves.figure([run], "loss", ENGLISH, curves.ChartView(axis)))
    assert drawn["layout"]["xaxis"]["title"]["text"] == title
    found = [unpacked(trace["x"]) for trace in drawn["data"]]
    np.testing.assert_allclose(found[0], training)
    np.testing.assert_allclose(found[1], validated)


def test_planned_rate_ends_with_the_reports_on_an_axis_of_time(tmp_path):
    run = resumed_run(tmp_path)
    planned = unpack(curves.figure([run], "learning_rate", ENGLISH, curves.ChartView("time")))["data"][0]
    assert max(unpacked(planned["x"])) <= 15 and len(unpacked(planned["x"])) == len(unpacked(planned["y"]))


def test_long_times_are_in_minutes_and_hours(tmp_path):
    for seconds, unit, size in ((119, "s", 1), (120, "min", 60), (7300, "h", 3600)):
        run = written(tmp_path, f"a{seconds}", progress(5, 2.0, seconds))
        drawn = unpack(curves.figure([run], "loss", ENGLISH, curves.ChartView("time")))
        assert drawn["layout"]["xaxis"]["title"]["text"] == f"training time ({unit})"
        assert unpacked(drawn["data"][0]["x"]) == pytest.approx([seconds / size])


def test_smoothed_chart_names_its_lines_for_the_csv(tmp_path):
    events = [progress(step, 2.0 / step, 1.0, gradient_norm=1.0) for step in (1, 2)]
    run = written(tmp_path, "a", *events, validation(2, 1.5))
    view = curves.ChartView(scale="log", smoothing=0.6)
    drawn = unpack(curves.figure([run], "loss", ENGLISH, view))
    names = [trace["name"] for trace in drawn["data"]]
    assert names == ["training, as recorded", "training, moving average 0.6", "validation"]
    assert [trace.get("opacity") for trace in drawn["data"]] == [0.35, None, None]
    assert drawn["layout"]["yaxis"]["type"] == "log" and "log scale" in drawn["layout"]["yaxis"]["title"]["text"]
    drawn = unpack(curves.figure([run], "gradient_norm", ENGLISH, view))
    assert [trace["name"] for trace in drawn["data"]][1] == "training, moving average 0.6"
    assert drawn["layout"]["yaxis"]["type"] == "linear"


def hint(run: Run, measure: str) -> str | None:
    return unpack(curves.figure([run], measure, ENGLISH))["layout"]["meta"].get("caption")


def test_hint_of_the_loss_speaks_of_the_lines_that_are_drawn(tmp_path):
    first = written(tmp_path, "a", progress(5, 2.0, 1.0))
    assert hint(first, "loss").startswith("a falling line") and "Dotted" not in hint(first, "loss")
    validated = written(tmp_path, "b", progress(5, 2.0, 1.0), validation(5, 1.5))
    assert "overfits" in hint(validated, "loss") and "Dotted" not in hint(validated, "loss")
    smoothed = written(tmp_path, "c", {**progress(5, 2.0, 1.0), "loss": 2.5}, validation(5, 1.5))
    assert hint(smoothed, "loss").endswith("it never reaches zero.")


def test_hint_of_a_rate_that_only_rises_promises_no_fall(tmp_path):
    rising = written(tmp_path, "a", progress(5, 2.0, 1.0, learning_rate=1e-5), max_steps=40)
    assert "no fall" in hint(rising, "learning_rate")
    falling = written(tmp_path, "b", progress(5, 2.0, 1.0, learning_rate=1e-5), max_steps=40, warmup_steps=10)
    assert hint(falling, "learning_rate") is None


def unpacked(values) -> list:
    """The numbers of an axis, which Plotly packs."""
    return (
        np.frombuffer(base64.b64decode(values["bdata"]), values["dtype"]).tolist()
        if isinstance(values, dict)
        else values
    )
