"""Whole state spaces: counted, or drawn from."""

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
"""Hardest boards that a census keeps at once."""


@dataclass(frozen=True)
class Census:
    """How many boards there are for each number of fewest moves.

    A limit may have stopped the census: ``stopped`` tells which, and the histogram then holds only
    the numbers that are counted completely.
    """

    puzzle: NativePuzzle
    """The puzzle."""
    size: str
    """The size, e.g. ``4x4``."""
    positions: int | None
    """The number of boards, the unsolvable ones included; ``None`` if a limit was reached."""
    histogram: tuple[int, ...]
    """``histogram[n]`` boards need exactly ``n`` moves."""
    stopped: str | None
    """The limit that was reached, if one was."""
    statistics: Statistics = field(compare=False, repr=False)
    """The cost."""
    method: str = field(compare=False, repr=False)
    """How the boards were counted."""
    _hardest: tuple[str, ...] = field(compare=False, repr=False)
    _space: Any = field(compare=False, repr=False)

    @property
    def solvable(self) -> int:
        """The number of boards with a solution, as far as counted."""
        return sum(self.histogram)

    @property
    def gods_number(self) -> int | None:
        """The number of moves of the hardest boards.

        ``None`` if no board is solvable, or a limit was reached.
        """
        return len(self.histogram) - 1 if self.histogram and not self.stopped else None

    def hardest(self, limit: int = 1) -> list[Board]:
        """Up to ``limit`` boards that need the most moves. More than ten are found by counting
        again.

        >>> import fewest
        >>> census = fewest.puzzle("tiles").census("2x3")
        >>> len(census.hardest(10)), len(census.hardest()[0].solve())
        (1, 21)

        :raises StoppedError: a limit had stopped the census.
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
        """Draws the histogram with matplotlib, on new axes unless some are given, and returns them.

        :raises ImportError: matplotlib is not installed.
        """
        if axes is None:
            axes = import_module("matplotlib.pyplot").figure().add_subplot()
        axes.bar(range(len(self.histogram)), self.histogram)
        axes.set(title=f"{self.puzzle.name} {self.size}", xlabel="fewest moves", ylabel="boards")
        return axes

    def raise_if_stopped(self) -> Census:
        """This census.

        :raises StoppedError: a limit had stopped it.
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
    """Boards that were made: a sequence of :class:`Board`."""

    boards: tuple[Board, ...]
    """The boards; fewer than wanted if there are no more or a limit was reached."""
    stopped: str | None
    """The limit that was reached before all boards were made."""
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
