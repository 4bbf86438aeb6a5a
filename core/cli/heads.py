"""The command `heads`: the head catalogue as a table, and as CSV with every number."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from core.attention_kinds import KINDS
from core.cli.loading import load_translator
from core.cli.options import add_checkpoint, add_search, decoding_config
from core.cli.progress import count_sentences
from core.cli.truncating import note_truncated_text
from core.cli.writing import add_replace, refuse_output
from core.data.corpus import ParallelText, read_text
from core.data.pharaoh import GoldAlignment, read_pharaoh
from core.data.sample import sample_sentences
from core.durable import output_file
from core.errors import CoreError
from core.inspection.alignment import ROW_MEANINGS, RowMeaning
from core.inspection.measures import LEAST_BROAD, LEAST_ROLE

if TYPE_CHECKING:
    from core.inspection.catalogue import AlignmentScore, Catalogue

# Heading and measure of each column of the table; the other measures are in the CSV file.
_TABLE = (
    ("entropy", "entropy"),
    ("rel.", "relative_entropy"),
    ("conf.", "confidence"),
    ("dist.", "mean_distance"),
    ("prev.", "share_previous"),
    ("same", "share_same"),
    ("next", "share_next"),
    ("first", "share_first"),
    ("special", "share_special"),
    ("diag.", "diagonality"),
    ("cover", "coverage"),
)
_LEGEND = "means over sentences; entropy in nats, dist. in tokens, all others 0 to 1"
_ROLES = (
    f"role: what a head does clearly more than a uniform one, with its share above chance, from {LEAST_ROLE}; broad: "
    f"relative entropy from {LEAST_BROAD}; -: neither"
)
_LINK_OPTIONS = ("one_based", "align_swapped", "as_written")
_ALIGNED_LEGEND = (
    "AER of the word that each row predicts (pred.) and reads, lowest first; head 'mean': mean of a layer's heads"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the command."""
    add_checkpoint(parser)
    parser.add_argument("--src", type=Path, help="Source sentences; examples or fresh pairs of its task if left out.")
    parser.add_argument("--tgt", type=Path, help="Translations to read; the model translates if left out.")
    parser.add_argument("--align", type=Path, help="Gold word alignments in Pharaoh format, for alignment error rates.")
    parser.add_argument("--one-based", action="store_true", help="Words of the alignments count from 1, not from 0.")
    parser.add_argument("--align-swapped", action="store_true", help="First number of a link counts target words.")
    reading = parser.add_mutually_exclusive_group()
    reading.add_argument("--segmented", action="store_true", help="Tokenised text: read joined as ordinary text is.")
    reading.add_argument("--as-written", action="store_true", help="With --align: read blanks before marks as well.")
    parser.add_argument("--out", type=Path, help="CSV file to write.")
    add_replace(parser)
    add_search(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure every head of a checkpoint over a sample of sentences."""
    from core.inspection.catalogue import head_catalogue

    config = decoding_config(arguments)
    _check(arguments)
    text, gold = _read(arguments)
    translator = load_translator(arguments)
    chosen = sample_sentences(translator.checkpoint.described) if text is None else text
    if gold is None:  # with links a truncated sentence is refused
        note_truncated_text(translator.vocabularies, chosen, translator.model.config.max_positions)
    with count_sentences(len(chosen)) as progress:
        catalogue = head_catalogue(
            translator.model,
            translator.vocabularies,
            chosen,
            config,
            gold=gold,
            joined=True if arguments.segmented else False if arguments.as_written else None,
            batch_size=arguments.batch_size,
            progress=progress,
        )
    if arguments.out:
        _write_csv(catalogue, arguments.out)
    print("\n".join(_lines(catalogue)))
    if arguments.out:
        print(f"{arguments.out}: {len(catalogue.rows)} heads")
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse invalid arguments before anything is read."""
    for option, needed in (("tgt", "src"), ("align", "tgt"), *((name, "align") for name in _LINK_OPTIONS)):
        if getattr(arguments, option) and not getattr(arguments, needed):
            raise CoreError(
                "cli.heads_needs", "--{option} needs --{needed}", option=option.replace("_", "-"), needed=needed
            )
    if arguments.segmented and not arguments.src:
        raise CoreError("cli.heads_needs", "--{option} needs --{needed}", option="segmented", needed="src")
    if arguments.out:
        refuse_output(arguments.out, arguments)


def _read(arguments: argparse.Namespace) -> tuple[list[str] | ParallelText | None, list[GoldAlignment] | None]:
    """Read sentences or pairs, and gold alignments; None for what was not given."""
    if not arguments.src:
        return None, None
    source = read_text(arguments.src, unescape=True)
    if not arguments.tgt:
        return source, None
    text = ParallelText(source, read_text(arguments.tgt, unescape=True))
    if not arguments.align:
        return text, None
    return text, read_pharaoh(arguments.align, one_based=arguments.one_based, swapped=arguments.align_swapped)


def _lines(catalogue: Catalogue) -> Iterator[str]:
    """Yield the table: the sample, the legend, then one line per head."""
    targets = "their translations by the model" if catalogue.translated else "the given translations"
    yield (
        f"{catalogue.sentences} sentences of {catalogue.source_tokens} tokens, {targets} of {catalogue.target_tokens}"
    )
    yield _LEGEND
    yield _ROLES
    if catalogue.layers:
        yield _ALIGNED_LEGEND
    if catalogue.diagonal is not None:
        rate = catalogue.diagonal.error_rate
        yield f"for comparison, each target word linked to the source word at the same relative place: AER {rate:.3f}"
    headings = [heading for heading, _ in _TABLE] + (["AER pred.", "AER read"] if catalogue.layers else [])
    widths = [max(6, len(heading)) for heading in headings]
    yield f"{'kind':8} layer head  {'role':13}" + "".join(f" {h:>{w}}" for h, w in zip(headings, widths, strict=True))
    for place, role, values in sorted(_table_rows(catalogue), key=_table_order):
        cells = [f" {_cell(value, 3):>{width}}" for value, width in zip(values, widths, strict=True)]
        yield (f"{place[0]:8} {place[1] + 1:>5} {place[2]:>4}  {role:13}" + "".join(cells)).rstrip()


_Place = tuple[str, int, str]  # kind, layer from 0, head from 1 or "mean"
_TableRow = tuple[_Place, str, list[float | None]]


def _table_rows(catalogue: Catalogue) -> Iterator[_TableRow]:
    for row in catalogue.rows:
        role = "{} {:.2f}".format(*row.roles[0]) if row.roles else "-"
        values = [row.means.get(measure) for _, measure in _TABLE]
        yield (row.kind, row.layer, str(row.head + 1)), role, values + _error_rates(row.alignment, catalogue)
    for layer in catalogue.layers:
        yield ("cross", layer.layer, "mean"), "", [None] * len(_TABLE) + _error_rates(layer.alignment, catalogue)


def _error_rates(alignment: dict[RowMeaning, AlignmentScore], catalogue: Catalogue) -> list[float | None]:
    if not catalogue.layers:
        return []
    return [alignment[rows].error_rate if rows in alignment else None for rows in ROW_MEANINGS]


def _table_order(row: _TableRow) -> tuple[float, int, int]:
    """Return a sort key: the lower error rate of a row's two meanings, then kind and layer."""
    (kind, layer, _), _, values = row
    rates = [value for value in values[len(_TABLE) :] if value is not None]
    return min(rates, default=2.0), [str(k) for k in KINDS].index(kind), layer


def _write_csv(catalogue: Catalogue, path: Path) -> None:
    """Write every number, with six digits."""
    from core.inspection.catalogue import catalogue_columns, catalogue_rows

    with output_file(path) as partial, partial.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(catalogue_columns())
        for row in catalogue_rows(catalogue):
            writer.writerow([_cell(value, 6) if isinstance(value, float | None) else value for value in row])


def _cell(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"
