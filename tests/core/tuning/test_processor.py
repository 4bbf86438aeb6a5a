"""What Linux reports of a processor."""

import pytest

from core.tuning import processor
from core.tuning.processor import has_bfloat16, vendor

REPORT = "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: an EPYC: fast\nflags\t\t: fpu avx512_bf16\n"


@pytest.mark.parametrize(
    ("report", "maker", "half"),
    [
        (REPORT, "AuthenticAMD", True),
        (REPORT.replace("avx512_bf16", "avx512f"), "AuthenticAMD", False),
        ("", "", False),
    ],
)
def test_maker_and_bfloat16_are_read(monkeypatch: pytest.MonkeyPatch, report: str, maker: str, half: bool):
    monkeypatch.setattr(processor, "_report", lambda: report)
    assert (vendor(), has_bfloat16()) == (maker, half)
