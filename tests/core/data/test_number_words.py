"""German numbers; English and Chinese ones are tested with the task that needs them."""

import pytest

from core.data.number_words import german_number


@pytest.mark.parametrize(
    ("number", "german"),
    [
        (0, "null"),
        (1, "eins"),
        (16, "sechzehn"),
        (21, "einundzwanzig"),
        (30, "dreißig"),
        (66, "sechsundsechzig"),
        (100, "einhundert"),
        (101, "einhunderteins"),
        (717, "siebenhundertsiebzehn"),
        (1_000, "eintausend"),
        (1_981, "eintausendneunhunderteinundachtzig"),
        (101_001, "einhunderteintausendeins"),
    ],
)
def test_german_numbers(number, german):
    assert german_number(number) == german
