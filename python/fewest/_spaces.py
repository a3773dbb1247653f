"""Whole state spaces, to be counted or sampled."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, TypeVar, overload

from . import _fewest, _pictures
from ._boards import Board
from ._errors import StoppedError
from ._outcomes import Statistics, statistics_of
from ._pictures import Picture
from ._progress import limited
from ._tables import numpy_module

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from ._native import NativePuzzle

_A = TypeVar("_A")

_HARDEST = 10
"""The number of hardest boards that a census keeps."""
_MOST_SHOWN = 12
"""The most boards that a notebook shows."""


@dataclass(frozen=True)
class Census:
    """The number of boards for each length of the shortest solution.

    A limit may have stopped the census. Then ``stopped`` is the limit, and the histogram has only
    the lengths that are counted completely.
    """

    puzzle: NativePuzzle
    """The puzzle whose boards were counted."""
    size: str
    """The size of the boards, such as ``4x4``."""
    positions: int | None
    """The number of boards, including unsolvable ones; ``None`` if a limit was reached."""
    histogram: tuple[int, ...]
    """``histogram[n]`` is the number of boards that need exactly ``n`` moves."""
    stopped: str | None
    """The limit that was reached, if any."""
    statistics: Statistics = field(compare=False, repr=False)
    """The cost of the census."""
    method: str = field(compare=False, repr=False)
    """The method by which the boards were counted."""
    _hardest: tuple[str, ...] = field(compare=False, repr=False)
    _space: Any = field(compare=False, repr=False)

    @property
    def solvable(self) -> int:
        """The number of boards with a solution that have been counted."""
        return sum(self.histogram)

    @property
    def gods_number(self) -> int | None:
        """The number of moves that the hardest boards need.

        ``None`` if no board has a solution, or if a limit was reached.
        """
        return len(self.histogram) - 1 if self.histogram and not self.stopped else None

    @property
    def array(self) -> NDArray[numpy.uint64]:
        """The histogram as a read-only NumPy array.

        :raises ImportError: NumPy is not installed.
        :raises OverflowError: a number takes more than 64 bits.
        """
        array: NDArray[numpy.uint64] = numpy_module().array(self.histogram, "uint64")
        array.flags.writeable = False
        return array

    def hardest(self, limit: int = 1) -> list[Board]:
        """Up to ``limit`` boards that need the most moves. For more than ten boards, the census is
        repeated.

        >>> import fewest
        >>> census = fewest.puzzle("tiles").census("2x3")
        >>> len(census.hardest(10)), len(census.hardest()[0].solve())
        (1, 21)

        :raises StoppedError: a limit stopped the census.
        """
        if limit < 0:
            raise ValueError("limit must not be negative")
        self.raise_if_stopped()
        drawings = self._hardest
        if limit > len(drawings) == _HARDEST:
            space = self._space or self.puzzle._space(self.size, False)
            found = json.loads(space.census(limited(), min(limit, 2**32)))
            if "hardest" not in found:
                raise StoppedError("a limit stopped the census", str(found.get("reason", "capacity")))
            drawings = tuple(found["hardest"])
        return [self.puzzle.board(drawing) for drawing in drawings[:limit]]

    @overload
    def plot(self, axes: None = None, *, dark: bool = False) -> Picture: ...

    @overload
    def plot(self, axes: _A, *, dark: bool = False) -> _A: ...

    def plot(self, axes: Any = None, *, dark: bool = False) -> Any:
        """A picture of the histogram. If matplotlib's ``axes`` are given, the histogram is drawn on
        them instead, and they are returned.

        >>> import fewest
        >>> "2x3" in fewest.puzzle("tiles").census("2x3").plot().svg
        True

        :raises ValueError: there is nothing to draw, or there are too many bars.
        """
        title = f"{self.puzzle.name} {self.size}"
        if axes is None:
            return _pictures.histogram(title, "moves", self.histogram, dark)
        axes.bar(range(len(self.histogram)), self.histogram)
        axes.set(title=title, xlabel="fewest moves", ylabel="boards")
        return axes

    def _repr_html_(self) -> str:
        known = f"{self.puzzle.name} {self.size}: {self.solvable:,} boards with a solution"
        if self.stopped:
            known += f", stopped by a limit: {self.stopped}"
        elif self.gods_number is not None:
            known += f", none of which needs more than {self.gods_number} moves"
        chart = self.plot().svg if self.histogram else ""
        return f"<p><b>{escape(known)}</b></p>\n{chart}"

    def raise_if_stopped(self) -> Census:
        """Returns this census.

        :raises StoppedError: a limit stopped the census.
        """
        if self.stopped:
            raise StoppedError(f"stopped by a limit: {self.stopped}", self.stopped)
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_space": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)


def census_of(puzzle: NativePuzzle, space: _fewest.Space, limits: _fewest.Limits) -> Census:
    found = json.loads(space.census(limits, _HARDEST))
    complete = found["outcome"] == "complete"
    return Census(
        puzzle,
        space.size(),
        int(found["positions"]) if complete else None,
        tuple(map(int, found["histogram"])),
        found.get("reason"),
        statistics_of(found),
        found["method"],
        tuple(found.get("hardest", ())),
        space,
    )


@dataclass(frozen=True)
class MadeBoards(Sequence[Board]):
    """Generated boards: a sequence of :class:`Board`."""

    boards: tuple[Board, ...]
    """The boards. There are fewer than wanted if no more exist or a limit was reached."""
    stopped: str | None
    """The limit that was reached before all boards were generated, if any."""
    uniform: bool
    """Whether every board of the wanted lengths was equally likely."""

    def __len__(self) -> int:
        return len(self.boards)

    @overload
    def __getitem__(self, index: int) -> Board: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Board, ...]: ...

    def __getitem__(self, index: int | slice) -> Board | tuple[Board, ...]:
        return self.boards[index]

    def __iter__(self) -> Iterator[Board]:
        return iter(self.boards)

    def _repr_html_(self) -> str:
        shown = [board._repr_html_() for board in self.boards[:_MOST_SHOWN]]
        hidden = len(self.boards) - len(shown)
        if hidden:
            shown.append(f"<p>and {hidden} more</p>")
        return "\n".join(shown)


def made(puzzle: NativePuzzle, boards: tuple[list[str], str | None, bool]) -> MadeBoards:
    drawings, stopped, uniform = boards
    return MadeBoards(tuple(puzzle.board(drawing) for drawing in drawings), stopped, uniform)
