"""A student with a pocket calculator: solves a printed row of attention from nothing but what is printed."""

import html
import math
import re

Table = list[list[str]]


def tables(page: str) -> list[Table]:
    """Return the cells of every table as text."""
    return [
        [
            [plain(cell) for cell in re.findall(r"<t[hd]>(.*?)</t[hd]>", row)]
            for row in re.findall(r"<tr>(.*?)</tr>", one)
        ]
        for one in re.findall(r"<table[^>]*>(.*?)</table>", page)
    ]


def plain(markup: str) -> str:
    """Return markup as text."""
    return html.unescape(re.sub(r"<[^>]*>", "", markup)).strip()


def rounded(value: float, digits: int) -> float:
    """Round a half away from zero, as it is taught."""
    return math.copysign(math.floor(abs(value) * 10**digits + 0.5 + 1e-7) / 10**digits, value)


def value(cell: str) -> float:
    """Read a printed number."""
    return float(cell.replace("−", "-"))


def printed(number: float, digits: int) -> str:
    """Write a number as the sheet does."""
    return f"{rounded(number, digits) + 0.0:.{digits}f}".replace("-", "−")


def assert_solved(task: str, solution: str) -> None:
    """Solve a row by hand from the student's sheet and compare every number of the solution, digit by digit."""
    *given, blank, empty_sum = tables(task)
    filled, summed = tables(solution)
    values = [[value(cell) for cell in row[1:]] for row in given[-1][1:]]
    names = [row[0] for row in blank[1:-1]]
    if len(given) == 3:  # q and k are short enough to multiply
        query, keys = ([[value(cell) for cell in row[1:]] for row in one[1:]] for one in given[:2])
        products = [rounded(sum(a * b for a, b in zip(query[0], key, strict=True)), 2) for key in keys]
        assert all(cell == "" for row in blank[1:] for cell in row[1:] if cell not in ("–", blank[-2][-2]))
    else:
        products = [value(row[1]) for row in blank[1:-1] if row[1] != "–"]
    root = re.search(r"<msqrt>.*<msqrt>.*<mn>([\d.]+)</mn></mrow></math>", task)
    scores = [rounded(one / float(root[1]), 2) for one in products] if root else products
    powers = [rounded(math.exp(rounded(one - max(scores), 2)), 3) for one in scores]
    powers += [value(row[-2]) for row in blank[1:-1] if row[1] == "–"]  # of the others, which is given
    total = rounded(sum(powers), 3)
    weights = [rounded(one / total, 3) for one in powers]
    columns = [[printed(one, 2) for one in products]]
    columns += [[printed(one, 2) for one in scores]] if root else []
    columns = [column + ["–"] * (len(names) - len(column)) for column in columns]
    columns += [[printed(one, 3) for one in powers], [printed(one, 3) for one in weights]]
    assert [row[0] for row in filled[1:-1]] == names
    assert [row[1:-1] for row in filled[1:-1]] == [list(row) for row in zip(*columns, strict=True)]
    assert filled[-1][-3:-1] == [printed(total, 3), printed(sum(weights), 3)]
    mixed = [sum(w * v for w, v in zip(weights, column, strict=True)) for column in zip(*values, strict=True)]
    assert summed[1][1:] == [printed(one, 2) for one in mixed]
    assert not any(empty_sum[1][1:])
    assert max(abs(value(row[-2]) - value(row[-1])) for row in filled[1:-1]) <= 0.02  # and what the model has
