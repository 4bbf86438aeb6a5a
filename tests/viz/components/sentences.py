"""Made sentences of two systems, for tests and measurements of the table of sentences."""

import random

from core.evaluation.buckets import buckets
from core.evaluation.table import Answer, Interval, MetricScore, Result, Row, Scores
from viz.wire.evaluation import pack_sentences

SUBJECTS = ("A cat", "The old man", "Two children", "A woman in red", "My neighbour", "Someone")
VERBS = ("sleeps", "reads a book", "buys 12 apples", "waits for the bus", "sings", "looks at the sea", "runs away")
PLACES = ("on the roof", "in Paris", "under a tree", "near the station", "at home", "behind the house", "in the rain")
ENDS = (".", ".", "?", " and laughs.", ", although nobody sees it and the evening is already very cold and dark.")
HOSTILE = "<img src=x onerror=\"window.hacked='x'\"> \N{GRINNING FACE} \U0002070e </script><b>bold</b>"
FLAGS = ("omission", "repetition", "number")
SHOWN = ("omission", "number")


def made_result(count: int, *, systems: int = 2, is_file: bool = False, seed: int = 1) -> Result:
    """Return an evaluation of made sentences; the third one is hostile, and the fifth translation is empty.

    Args:
        count: how many sentences.
        systems: one or two.
        is_file: whether the last system is a file of translations, which has no loss.
        seed: of the sentences.
    """
    rng = random.Random(seed)
    score = MetricScore(30.0, 30.0, 1.0, "made", None, None, None, None)
    names = ("en-de", "run/mine with a long name")[:systems]
    scores = tuple(Scores(name, score, score, score, Interval(0.1, 0.0, 0.2), None, None) for name in names)
    rows = []
    for number in range(1, count + 1):
        words = [rng.choice(SUBJECTS), rng.choice(VERBS), rng.choice(PLACES)]
        source = " ".join(words) + rng.choice(ENDS)
        if number == 3:
            source = HOSTILE
        answers = tuple(
            _answer(rng, source, empty=number == 5 and system == 0, has_loss=not (is_file and system == systems - 1))
            for system in range(systems)
        )
        rows.append(Row(number, source, (source.upper(), source.lower())[: 1 + number % 2], "", answers))
    return Result("made", count, "en", "13a", "", scores, comparable=True, notes=(), rows=tuple(rows))


def packed_sentences(
    count: int, *, id: str = "made", systems: int = 2, is_file: bool = False, omits: bool = True
) -> str:
    """Return the same for the component; `omits` is whether the last system may have the flag "omission"."""
    result = made_result(count, systems=systems, is_file=is_file)
    if not omits:
        result = result._replace(rows=tuple(map(_whole, result.rows)))
    found = {by: buckets(result.rows, by) for by in ("length", "question")}
    return pack_sentences(result, id=id, shown=SHOWN, buckets=found)


def _whole(row: Row) -> Row:
    *others, last = row.answers
    return row._replace(answers=(*others, last._replace(flags=tuple(flag for flag in last.flags if flag != FLAGS[0]))))


def _answer(rng: random.Random, source: str, *, empty: bool, has_loss: bool) -> Answer:
    words = source.split()
    if len(words) > 3 and rng.random() < 0.8:
        words[rng.randrange(len(words))] = rng.choice(("something", "very", "red", "\N{GRINNING FACE}"))
    translation = "" if empty else " ".join(words)
    flags = tuple(flag for flag in FLAGS if rng.random() < 0.12)
    loss = round(rng.uniform(0.2, 4), 3) if has_loss else None
    chrf = rng.uniform(0, 100)
    log_prob = None if loss is None else -loss
    return Answer(translation, 0.8 * chrf, chrf, 50.0, translation == source, loss, log_prob, False, flags)
