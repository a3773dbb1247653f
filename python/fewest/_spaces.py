"""Whole state spaces, to be counted or sampled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, overload

from . import _fewest
from ._boards import Board
from ._errors import StoppedError
from ._outcomes import Statistics
from ._progress import limited

if TYPE_CHECKING:
    from ._native import NativePuzzle

_HARDEST = 10
"""The number of hardest boards that a census keeps."""


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
            drawings = tuple(space.census(limited(), min(limit, 2**32))[2])
        return [self.puzzle.board(drawing) for drawing in drawings[:limit]]

    def plot(self, axes: Any = None) -> Any:
        """Draws the histogram with matplotlib. The axes are those given, or else new ones; they are
        returned.

        :raises ImportError: matplotlib is not installed.
        """
        if axes is None:
            axes = import_module("matplotlib.pyplot").figure().add_subplot()
        axes.bar(range(len(self.histogram)), self.histogram)
        axes.set(title=f"{self.puzzle.name} {self.size}", xlabel="fewest moves", ylabel="boards")
        return axes

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
    positions, histogram, hardest, stopped, cost, method = space.census(limits, _HARDEST)
    return Census(
        puzzle,
        space.size(),
        positions,
        tuple(histogram),
        stopped,
        Statistics._make(cost),
        method,
        tuple(hardest),
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


def made(puzzle: NativePuzzle, boards: tuple[list[str], str | None, bool]) -> MadeBoards:
    drawings, stopped, uniform = boards
    return MadeBoards(tuple(puzzle.board(drawing) for drawing in drawings), stopped, uniform)
