"""Tables of the distances of all boards of a size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from . import _fewest
from ._boards import Board

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from ._native import NativePuzzle

_NO_DISTANCE = 255


def numpy_module() -> Any:
    """The module ``numpy``, if it is installed."""
    try:
        import numpy
    except ImportError as error:
        raise ImportError("arrays need NumPy: pip install numpy") from error
    return numpy


class DistanceTable(Sequence["int | None"]):
    """The fewest moves of every board of a size, by the boards' ranks.

    A rank is the number of a board, from 0 to ``len(table) - 1``. An item is ``None`` if that board
    has no solution.

    >>> import fewest
    >>> tiles = fewest.puzzle("tiles")
    >>> table = tiles.distances("2x3")
    >>> len(table), max(moves for moves in table if moves is not None)
    (360, 21)
    >>> table.distance(tiles.board("1 2 3\\n_ 4 5"))
    2
    """

    __slots__ = ("_numbers", "_space", "puzzle", "size")

    puzzle: NativePuzzle
    """The puzzle whose boards the table has."""
    size: str
    """The size of the boards, such as ``3x3``."""
    _numbers: _fewest.Numbers
    _space: _fewest.Space

    def __init__(self) -> None:
        raise TypeError("use the method distances of a puzzle")

    @classmethod
    def _of(
        cls, puzzle: NativePuzzle, space: _fewest.Space, numbers: _fewest.Numbers
    ) -> DistanceTable:
        made = object.__new__(cls)
        made.puzzle = puzzle
        made.size = space.size()
        made._space = space
        made._numbers = numbers
        return made

    @property
    def array(self) -> NDArray[numpy.uint8]:
        """The distances as a read-only NumPy array of bytes, which shares the table's memory. The
        byte 255 means that there is no solution.

        :raises ImportError: NumPy is not installed.
        """
        array: NDArray[numpy.uint8] = numpy_module().asarray(self._numbers)
        return array

    @property
    def histogram(self) -> tuple[int, ...]:
        """``histogram[n]`` is the number of boards that need exactly ``n`` moves."""
        return tuple(self._numbers.histogram())

    def board(self, rank: int) -> Board:
        """The board with the given rank.

        :raises IndexError: there is no such rank.
        """
        if not 0 <= rank < len(self):
            raise IndexError("rank out of range")
        drawing = self._space.drawing(rank)
        if drawing is None:
            raise ValueError("the entries of this table are not boards")
        return self.puzzle.board(drawing)

    def rank(self, board: Board) -> int:
        """The rank of a board.

        :raises ValueError: it is not a board of this size, or it has no rank because it has no
            solution.
        """
        rank = self._space.rank(str(board))
        if rank is None:
            raise ValueError(f"the board has no rank among the boards of {self.size}")
        return rank

    def distance(self, board: Board) -> int | None:
        """The fewest moves of a board; ``None`` if it has no solution."""
        return self[self.rank(board)]

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> int | None: ...

    @overload
    def __getitem__(self, index: slice) -> list[int | None]: ...

    def __getitem__(self, index: int | slice) -> int | None | list[int | None]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError("rank out of range")
        number = self._numbers.get(at)
        return None if number == _NO_DISTANCE else number

    def __repr__(self) -> str:
        return f"<DistanceTable of {self.puzzle.name} {self.size}: {len(self)} boards>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DistanceTable):
            return NotImplemented
        same = (self.puzzle, self.size) == (other.puzzle, other.size)
        return same and self._numbers.tobytes() == other._numbers.tobytes()

    def __hash__(self) -> int:
        return hash((self.puzzle, self.size, len(self)))

    def __copy__(self) -> DistanceTable:
        return self

    def __deepcopy__(self, _memo: object) -> DistanceTable:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _restore, (self.puzzle, self.size, self._numbers.tobytes())


def _restore(puzzle: NativePuzzle, size: str, distances: bytes) -> DistanceTable:
    numbers = _fewest.Numbers.from_distances(distances)
    return DistanceTable._of(puzzle, puzzle._space(size, False), numbers)
