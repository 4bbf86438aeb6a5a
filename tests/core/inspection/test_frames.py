"""Data frames of a trace and of a head catalogue: the rows of the CSV files, with every digit."""

import io

import numpy as np
import pandas as pd
import pytest

from core.config import DecodingConfig
from core.inspection.catalogue import catalogue_columns, head_catalogue
from core.inspection.export import CSV_COLUMNS, write_csv
from core.inspection.frames import catalogue_frame, tokens_frame, weights_frame


@pytest.fixture(scope="module")
def trace(translator):
    return translator.trace(translator.search("ninety million", DecodingConfig()))


def test_weights_are_the_rows_of_the_csv_file(trace):
    file = io.BytesIO()
    write_csv(trace, file)
    written = pd.read_csv(io.BytesIO(file.getvalue()), keep_default_na=False)
    frame = weights_frame(trace)
    assert tuple(frame.columns) == CSV_COLUMNS
    for name in CSV_COLUMNS[:5]:
        assert frame[name].tolist() == written[name].tolist()
    assert frame["weight"].dtype == np.float32
    assert frame["weight"].tolist() == written["weight"].astype(np.float32).tolist()


def test_tokens_of_a_weight_are_those_of_its_row(trace):
    frame = weights_frame(trace)
    row = frame[(frame.kind == "cross") & (frame["query"] == 2) & (frame["key"] == 1)].iloc[0]
    assert (row.query_token, row.key_token) == (trace.tgt_tokens[1], trace.src_tokens[0])


def test_tokens_have_a_row_for_each_step(trace):
    frame = tokens_frame(trace)
    assert frame["predicted"].tolist() == trace.predicted_tokens and frame["read"].tolist() == trace.tgt_tokens
    assert frame["log_prob"].tolist() == trace.log_probs.tolist() and frame["step"].iloc[-1] == len(frame)


def test_catalogue_has_a_row_for_each_head(translator):
    found = head_catalogue(translator.model, translator.vocabularies, ["seven", "ninety million"])
    frame = catalogue_frame(found)
    assert list(frame.columns) == catalogue_columns()
    assert len(frame) == len(found.rows) == 12
    assert frame["entropy"].tolist() == [row.means["entropy"] for row in found.rows]
    assert frame.iloc[-1][["kind", "layer", "head"]].tolist() == ["cross", 2, 2]
    assert np.isnan(frame.iloc[-1]["share_previous"])
