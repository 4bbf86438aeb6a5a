"""Options of a figure, and of what is translated for it."""

import argparse
from pathlib import Path

from core.attention_kinds import KINDS
from core.config import DecodingConfig
from viz.cli import FORMATS

TRACE = (
    "NPZ file: arrays encoder, decoder, cross [layers, heads, queries, keys], and source_tokens, target_tokens; or one "
    "that the page saved."
)


def add_figure_options(parser: argparse.ArgumentParser) -> None:
    """Add every option of a figure."""
    add_translation(parser.add_argument_group("translation"), required=False)
    group = parser.add_argument_group("trace, in place of a translation")
    group.add_argument("--trace", type=Path, help=TRACE)
    _add_heads(parser.add_argument_group("heads"))
    _add_look(parser.add_argument_group("figure"))
    parser.add_argument(
        "--out",
        type=Path,
        help=f"File to write: {', '.join(FORMATS)}, or a folder (default: a name of what is inside).",
    )
    parser.add_argument("--format", choices=FORMATS, help="Where --out does not say it (default svg).")


def add_homework_options(group: argparse._ArgumentGroup) -> None:
    """Add what is on the sheets, and for whom they are."""
    group.add_argument("--chapters", default="attention", help="Chapters of the exercises: attention,masked,cross, ...")
    group.add_argument("--tasks", type=int, default=5, help="Exercises on a sheet (default %(default)s).")
    group.add_argument("--rows", default="", help="Rows to compute by hand: c.3.1.8 is step 8 of head 1 in layer 3.")
    group.add_argument("--vary", action="store_true", help="Another row of the same head for each student.")
    group.add_argument("--seeds", default="1", help="A sheet for each: 1-30, or 3,7,9-12 (default 1).")
    group.add_argument("--students", type=Path, help="File of names, one a line; the first gets the first seed.")
    group.add_argument("--paper", choices=("a4", "letter"), default="a4", help="Default a4.")
    group.add_argument(
        "--solutions", choices=("apart", "with"), default="apart", help="A second file, or after a sheet."
    )
    group.add_argument("--title", default="", help="Heading of the sheets.")
    group.add_argument("--language", default="en", help="Of the sheets (default en).")
    group.add_argument("--out", type=Path, help="Folder to write to (default: this one).")


def add_translation(group: argparse._ArgumentGroup, *, required: bool = True) -> None:
    """Add what is translated, and how."""
    default, where = DecodingConfig(), "Checkpoint folder, or the name of one in checkpoints/."
    group.add_argument("--checkpoint", required=required, help=where)
    group.add_argument("--text", required=required, help="Source sentence.")
    group.add_argument("--beam-size", "--beam", type=int, default=default.beam_size, help="Default %(default)s.")
    group.add_argument("--alpha", type=float, default=default.alpha, help="Length penalty (default %(default)s).")
    group.add_argument("--rank", type=int, default=1, help="Hypothesis, from 1, best first (default 1).")


def _add_heads(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--kind", choices=KINDS, help="Attention kind (default cross, else the first that there is).")
    group.add_argument("--layer", type=int, help="Layer, from 1; without --head all of its heads.")
    group.add_argument("--head", type=int, help="Head, from 1.")
    group.add_argument("--heads", help="Several heads: c.3.1,e.1.2; c.3 is a layer, c a kind, c.1-2.1-4 a block.")
    group.add_argument("--lens", default="weights", help="Lens (default weights).")
    group.add_argument("--words", action="store_true", help="Merge pieces into words.")
    group.add_argument("--no-specials", action="store_true", help="Hide special tokens.")
    rows = "Tokens that name the rows of the decoder (default read) and of cross-attention (default predicted)."
    group.add_argument("--rows", choices=("predicted", "read"), help=rows)
    group.add_argument("--step", type=int, help="Mark the token of this step, from 1.")


def _add_look(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--view", choices=("lines", "matrix"), default="lines", help="Default lines.")
    group.add_argument("--width", type=float, default=85.0, help="Width in mm (default 85).")
    group.add_argument("--font-size", type=float, default=8.0, help="Size of all letters in pt (default 8).")
    group.add_argument("--columns", type=int, default=4, help="Panels side by side (default 4).")
    group.add_argument("--ground", choices=("white", "transparent", "page"), default="white", help="Default white.")
    group.add_argument("--no-tokens", action="store_true", help="Do not write the tokens.")
    group.add_argument("--no-caption", action="store_true", help="No title, axes, scale, model and sentence.")
    group.add_argument("--dpi", type=float, default=300.0, help="Pixels per inch of a PNG (default 300).")
