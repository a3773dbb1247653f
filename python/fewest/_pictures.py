"""Pictures of boards, solutions and histograms, as notebooks show them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any, Optional, Protocol, runtime_checkable

from . import _fewest

MOST_ON_A_STRIP = 60
"""The most positions that a notebook shows of a solution."""
_LONGEST_BAR = 1_000_000

Bar = tuple[str, float, str, bool]
"""The label of a bar, its value, the value as text, and whether the bar is special."""


@runtime_checkable
class Drawable(Protocol):
    """Something that has pictures: a board."""

    @property
    def _board(self) -> _fewest.Board: ...


class Picture:
    """A picture. Notebooks show it.

    >>> import fewest
    >>> picture = fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8").picture()
    >>> picture.svg[:4], picture.png()[1:4]
    ('<svg', b'PNG')
    """

    __slots__ = ("_made_by", "_picture", "_svg")

    _picture: _fewest.Picture
    _made_by: tuple[Callable[..., Picture], tuple[Any, ...]]
    _svg: Optional[str]

    def __init__(self) -> None:
        raise TypeError("use the method picture of a board, or the method plot of a census")

    @classmethod
    def _of(
        cls, picture: _fewest.Picture, function: Callable[..., Picture], *arguments: Any
    ) -> Picture:
        """The native picture, and the function that makes it again when it is unpickled."""
        made = object.__new__(cls)
        made._picture = picture
        made._made_by = (function, arguments)
        made._svg = None
        return made

    @property
    def svg(self) -> str:
        """The picture as an SVG document."""
        if self._svg is None:
            self._svg = self._picture.svg()
        return self._svg

    def png(self, scale: float = 2.0) -> bytes:
        """The picture as a PNG file, with ``scale`` pixels for each unit of the SVG document.

        :raises ValueError: the scale is out of range, or the picture has too many pixels.
        """
        return bytes(self._picture.png(scale))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture to a file, whose name ends with ``.svg`` or ``.png``.

        :raises ValueError: the name has another end.
        :raises OSError: the file cannot be written.
        """
        name = os.fsdecode(path)
        if name.lower().endswith(".svg"):
            content = self.svg.encode()
        elif name.lower().endswith(".png"):
            content = self.png()
        else:
            raise ValueError(f"{name!r} does not end with .svg or .png")
        with open(path, "wb") as file:
            file.write(content)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg)} characters of SVG>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Picture):
            return NotImplemented
        return self.svg == other.svg

    def __hash__(self) -> int:
        return hash(self.svg)

    def __copy__(self) -> Picture:
        return self

    def __deepcopy__(self, _memo: object) -> Picture:
        return self

    def __reduce__(self) -> tuple[object, tuple[Any, ...]]:
        return self._made_by


def of_board(board: Drawable, moves: Sequence[str], dark: bool = False) -> Picture:
    """The board after ``moves``."""
    moves = list(moves)
    picture = _fewest.board_picture(board._board, moves, None, dark)
    return Picture._of(picture, of_board, board, moves, dark)


def of_moves(board: Drawable, moves: Sequence[str], dark: bool = False) -> Picture:
    """The positions along ``moves``, side by side."""
    moves = list(moves)
    captions = ["start", *(f"{number} {move}" for number, move in enumerate(moves, 1))]
    picture = _fewest.board_picture(board._board, moves, captions, dark)
    return Picture._of(picture, of_moves, board, moves, dark)


def svg_of(board: Drawable, moves: Sequence[str] | None = None) -> str | None:
    """The SVG of a board, or of the positions along ``moves``. ``None`` if that is too large."""
    try:
        picture = of_board(board, ()) if moves is None else of_moves(board, moves)
    except ValueError:
        return None
    return picture.svg


def chart(
    title: str,
    axis: str,
    bars: Iterable[Bar],
    notes: Sequence[str] = (),
    logarithmic: bool = False,
    dark: bool = False,
) -> Picture:
    """A bar chart."""
    bars, notes = list(bars), list(notes)
    picture = _fewest.bar_chart(title, axis, bars, notes, logarithmic, dark)
    return Picture._of(picture, chart, title, axis, bars, notes, logarithmic, dark)


def histogram(title: str, axis: str, counts: Sequence[int], dark: bool = False) -> Picture:
    """A bar chart of counts of any size."""
    most = max(counts, default=0)
    # The counts are divided as integers, because they may be too large for floating-point numbers.
    bars = [
        (str(at), float(max(n * _LONGEST_BAR // most, 1) if n else 0), f"{n:,}", False)
        for at, n in enumerate(counts)
    ]
    return chart(title, axis, bars, dark=dark)


def html(headline: str, board: object, moves: Sequence[object] | None = None) -> str:
    """A headline with a picture below it, or with text if there is no picture."""
    lines = [f"<p><b>{escape(headline)}</b></p>"]
    names = None if moves is None else [str(move) for move in moves]
    strip = None
    # A state of a puzzle that is written in Python has no picture.
    if isinstance(board, Drawable):
        if names is not None and len(names) < MOST_ON_A_STRIP:
            strip = svg_of(board, names)
        lines.append(strip or svg_of(board) or f"<pre>{escape(str(board))}</pre>")
    if names is not None and strip is None:
        words = escape(" ".join(names))
        lines.append(f"<details><summary>the moves</summary>{words}</details>")
    return "\n".join(lines)
