"""The workbook's formulas, calculated by LibreOffice, give what the model computed."""

import csv
import io
import re
import shutil
import subprocess
import zipfile

import numpy as np
import pytest
from numpy.testing import assert_allclose

from core.errors import CoreError
from tests.viz.handouts.made import PLACES, built, subject_of
from viz.handouts import workbook as workbook_module
from viz.handouts.workbook import workbook
from viz.texts import ENGLISH

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
ALWAYS_CALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>"""
EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"
CASES = {f"{norm}_{place.kind}": ({"norm": norm}, place) for norm in ("post", "pre") for place in PLACES}
CASES |= {name: ({"norm": "post", "activation": name}, PLACES[0]) for name in ("gelu", "swish")}


def without_values(content: bytes) -> bytes:
    """Return a workbook whose formulas have no values yet, so that each must be calculated."""
    file, count = io.BytesIO(), 0
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
        for name in old.namelist():
            part, found = re.subn(rb"(</f>)<v>[^<]*</v>", rb"\1", old.read(name))
            new.writestr(name, part)
            count += found
    assert count > 300
    return file.getvalue()


@pytest.fixture(scope="module")
def calculated(tmp_path_factory) -> dict[str, dict[str, list[list[str]]]]:
    """Cells of every sheet of every case, as LibreOffice calculates them."""
    if OFFICE is None:
        pytest.skip("LibreOffice Calc is not installed")
    folder = tmp_path_factory.mktemp("office")
    (folder / "profile/user").mkdir(parents=True)
    (folder / "profile/user/registrymodifications.xcu").write_text(ALWAYS_CALCULATE)
    for name, (changes, place) in CASES.items():
        content = workbook(subject_of(built(**changes), place), ENGLISH)
        (folder / f"{name}.xlsx").write_bytes(without_values(content))
    files = sorted(str(path) for path in folder.glob("*.xlsx"))
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [OFFICE, profile, "--headless", "--convert-to", EVERY_SHEET, "--outdir", str(folder), *files]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    found: dict[str, dict[str, list[list[str]]]] = {name: {} for name in CASES}
    for path in folder.glob("*.csv"):
        name, _, sheet = path.stem.partition("-")
        found[name][sheet] = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    return found


def numbers(rows: list[list[str]], label: str) -> np.ndarray:
    """Return the numbers of the row with a label."""
    row = next(row for row in rows if row[0] == label)
    return np.array([float(cell) for cell in row[1:] if cell])


@pytest.mark.parametrize("name", CASES)
def test_workbook_computes_what_the_model_computed(calculated, name):
    changes, place = CASES[name]
    sheets, computed = calculated[name], subject_of(built(**changes), place).example.computed
    for head, expected in enumerate(computed["weights"]):
        weights = [float(row[4]) for row in sheets[f"Head {head + 1}"][6 : 6 + len(expected)]]
        assert_allclose(weights, expected, rtol=0, atol=1e-6)
    after, forward = sheets["Add and norm"], sheets["Feed-forward"]
    for rows, row, expected in (
        (after, "output", "output"),
        (after, "stream + output", "sum"),
        (forward, "hidden", "hidden"),
        (forward, "output", "forward_output"),
        (forward, "stream + output", "forward_sum"),
    ):
        assert_allclose(numbers(rows, row), computed[expected], rtol=1e-6, atol=1e-6)
    if changes["norm"] == "post":
        assert_allclose(numbers(after, "normalised"), computed["result"], rtol=1e-6, atol=1e-6)
        assert_allclose(numbers(forward, "normalised"), computed["forward_result"], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", CASES)
def test_workbook_says_how_far_it_is_from_the_model(calculated, name):
    rows = {row[0]: row[1] for row in calculated[name]["Start"] if len(row) > 1}
    differences = [float(rows[f"weights of head {head}"]) for head in (1, 2, 3)]
    differences += [float(rows["after attention"]), float(rows["after feed-forward"])]
    assert 0 < max(differences) < 2e-6
    assert rows["source sentence"] == "=1+1 <b>four</b> words"  # not calculated


def test_values_in_the_file_are_those_of_its_formulas(calculated, tmp_path):
    name = "pre_cross"
    changes, place = CASES[name]
    path = tmp_path / "book.xlsx"
    path.write_bytes(workbook(subject_of(built(**changes), place), ENGLISH))
    with zipfile.ZipFile(path) as file:
        names = re.findall(r'<sheet name="([^"]+)"', file.read("xl/workbook.xml").decode())
        sheet = file.read(f"xl/worksheets/sheet{names.index('Add and norm') + 1}.xml").decode()
    values = [float(value) for value in re.findall(r"</f><v>([^<]+)</v>", sheet)]
    rows = calculated[name]["Add and norm"]
    made = np.concatenate([numbers(rows, row) for row in ("all heads", "output", "stream + output")])
    assert_allclose(values[: len(made)], made, rtol=1e-9, atol=1e-12)


def test_layer_with_too_many_parameters_is_refused(monkeypatch):
    monkeypatch.setattr(workbook_module, "MAX_CELLS", 100)
    with pytest.raises(CoreError, match="at most 100 parameters"):
        workbook(subject_of(built(), PLACES[0]), ENGLISH)
