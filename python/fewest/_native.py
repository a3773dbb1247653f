"""Built-in puzzles, and puzzles from files."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from contextlib import suppress
from html import escape
from typing import NamedTuple

from . import _fewest
from ._boards import Board
from ._progress import Memory, ProgressOption, Time, limited, watching
from ._spaces import Census, MadeBoards, census_of, made
from ._tables import DistanceTable


class _Key(NamedTuple):
    """The values by which puzzles are compared and from which a pickled puzzle is restored."""

    name: str
    text: str | None
    goal: str | None
    colours: int | None
    first: str | None
    heuristic: str | None
    cache: str | None


class NativePuzzle:
    """A puzzle that the engine knows: a built-in puzzle or one from a file.

    Puzzles are made by :func:`puzzle`, :func:`open` and :func:`parse`. Two puzzles are equal if
    their names, their texts and their options are equal.
    """

    __slots__ = ("_key", "_puzzle", "__weakref__")

    _key: _Key
    _puzzle: _fewest.Puzzle

    def __init__(self) -> None:
        raise TypeError("use fewest.puzzle, fewest.open or fewest.parse")

    @property
    def name(self) -> str:
        """The name of the puzzle.

        >>> import fewest
        >>> fewest.puzzle("tiles").name
        'tiles'
        """
        return self._puzzle.name()

    @property
    def summary(self) -> str:
        """A description of the puzzle in one sentence."""
        return self._puzzle.info()[0]

    @property
    def notation(self) -> str:
        """How a board is written."""
        return self._puzzle.info()[2]

    @property
    def example(self) -> str:
        """An example of a board, as text. Empty if the puzzle has no example."""
        return self._puzzle.info()[5]

    @property
    def warnings(self) -> list[str]:
        """Warnings about parts of the puzzle file that are probably not intended."""
        return self._puzzle.warnings()

    def board(self, text: str) -> Board:
        """Reads the only board in ``text``.

        :attr:`notation` describes how a board is written.

        >>> import fewest
        >>> print(fewest.puzzle("flip").board("bw\\nwb"))
        b w
        w b

        :raises BoardError: the text is not a board, or contains no board or several boards.
        :raises ValueError: an option does not fit the puzzle.
        """
        return Board._of(self, self._puzzle.board(text))

    def boards(self, text: str) -> list[Board]:
        """Reads every board in ``text``, in order. The boards share the tables of their searches.

        >>> import fewest
        >>> len(fewest.puzzle("flip").boards("bw\\nwb\\n\\nww\\nwb"))
        2

        :raises BoardError: the text has a fault.
        """
        return [Board._of(self, board) for board in self._puzzle.boards(text)]

    @property
    def start(self) -> Board:
        """The start of the puzzle file.

        :raises ValueError: the puzzle has no start of its own.
        """
        return Board._of(self, self._puzzle.start())

    def census(
        self,
        size: str | Board | None = None,
        *,
        all_boards: bool = False,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> Census:
        """Counts the boards of a size, such as ``"4x4"``, by the length of their shortest
        solutions.

        The default size is the usual size of a built-in puzzle. For a puzzle file, all boards that
        can be reached from its start are counted or, with ``all_boards``, all arrangements of its
        symbols. A :class:`Board` instead of a size means all boards with the same fixed parts. All
        cores are used unless ``threads`` is given.

        >>> import fewest
        >>> census = fewest.puzzle("tiles").census("2x3")
        >>> census.gods_number, census.positions, census.histogram[:4]
        (21, 720, (1, 2, 3, 5))

        :raises ValueError: there is no such size, or an option does not fit the puzzle.
        """
        space = self._space(size, all_boards)
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            return census_of(self, space, limits)

    def distances(
        self,
        size: str | None = None,
        *,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> DistanceTable:
        """The distances of all boards of a size, such as ``"3x3"``, by the boards' ranks.

        It takes a byte for each board, and about three while it is made. All cores are used unless
        ``threads`` is given.

        >>> import fewest
        >>> table = fewest.puzzle("tiles").distances("3x3")
        >>> table.histogram[31], table.board(table.index(31)).solve().moves[:2]
        (2, ('U', 'U'))

        :raises ValueError: there is no such size, or there are no tables of its distances.
        :raises StoppedError: a limit was reached.
        """
        space = self._space(size, False)
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            return DistanceTable._of(self, space, space.distances(limits))

    def make(
        self,
        size: str | Board | None = None,
        *,
        moves: int | Iterable[int],
        count: int = 1,
        seed: int = 0,
        distinct: bool = False,
        all_boards: bool = False,
        levels: bool = False,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> MadeBoards:
        """Generates boards whose shortest solutions have exactly the given number of moves.

        ``moves`` is a number or a range of numbers. With ``distinct``, no two boards are equal up
        to the symmetries of the puzzle. The same ``seed`` gives the same boards. With ``levels``,
        new levels are made of what the puzzle file names with ``place``.

        >>> import fewest
        >>> boards = fewest.puzzle("tiles").make("2x3", moves=range(20, 22), count=3, seed=7)
        >>> [len(board.solve()) in (20, 21) for board in boards]
        [True, True, True]

        :raises ValueError: there is no such size, or the range is empty.
        :raises StoppedError: a limit was reached before the first board.
        """
        least, most = _range(moves)
        for name, number in (("count", count), ("seed", seed)):
            if not 0 <= number < 2**32:
                raise ValueError(f"{name} must be from 0 to 2**32 - 1")
        space = self._space(size, all_boards, levels)
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            return made(self, space.make(limits, (least, most), count, seed, distinct))

    def _space(
        self, size: str | Board | None, all_boards: bool, levels: bool = False
    ) -> _fewest.Space:
        if isinstance(size, Board):
            return self._puzzle.space_of_board(str(size))
        return self._puzzle.space(size, all_boards, levels)

    def _repr_html_(self) -> str:
        lines = [f"<p><b>{escape(self.name)}</b>: {escape(self.summary)}</p>"]
        lines.append(f"<p>Boards: {escape(self.notation)}</p>")
        # Options that do not fit the puzzle are told when a board is read.
        with suppress(ValueError):
            if self.example:
                lines.append(self.board(self.example)._repr_html_())
        return "\n".join(lines)

    def __repr__(self) -> str:
        options = [
            f"{name}={value!r}"
            for name, value in zip(_Key._fields[2:], self._key[2:])
            if value is not None
        ]
        kind = "puzzle" if self._key.text is None else "parse"
        return f"<fewest.{kind} {', '.join([self.name, *options])}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NativePuzzle):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __copy__(self) -> NativePuzzle:
        return self

    def __deepcopy__(self, _memo: object) -> NativePuzzle:
        return self

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _make, tuple(self._key)


def _range(moves: int | Iterable[int]) -> tuple[int, int]:
    if isinstance(moves, range):
        if not moves:
            raise ValueError("the range of moves is empty")
        numbers = [moves[0], moves[-1]]
        if abs(moves.step) != 1:
            raise ValueError("the range of moves must not leave out numbers")
    elif isinstance(moves, int):
        numbers = [moves]
    else:
        numbers = sorted(set(moves))
        if not numbers or numbers[-1] - numbers[0] != len(numbers) - 1:
            raise ValueError("moves must be a number or a range without gaps")
    least, most = min(numbers), max(numbers)
    if least < 0 or most >= 2**32:
        raise ValueError("moves must be from 0 to 2**32 - 1")
    return least, most


def _make(
    name: str,
    text: str | None,
    goal: str | None,
    colours: int | None,
    first: str | None,
    heuristic: str | None,
    cache: str | None,
) -> NativePuzzle:
    made = object.__new__(NativePuzzle)
    if colours is not None and not 0 <= colours < 256:
        raise ValueError(f"there are no boards of {colours} colours")
    native = _fewest.Puzzle.named(name) if text is None else _fewest.Puzzle.parse(text, name)
    made._puzzle = native.with_options(goal, colours, first, heuristic, cache)
    made._key = _Key(name, text, goal, colours, first, heuristic, cache)
    return made


def built_in() -> list[str]:
    """The names of the built-in puzzles.

    >>> import fewest
    >>> "tiles" in fewest.built_in()
    True
    """
    return _fewest.built_in()


def library() -> list[str]:
    """The names of the puzzles of the library, each with a board of its own (``start``).

    >>> import fewest
    >>> len(fewest.puzzle("hanoi").start.solve())
    127
    >>> "sokoban" in fewest.library()
    True
    """
    return _fewest.library()


def puzzle(
    name: str,
    *,
    goal: str | None = None,
    colours: int | None = None,
    first: str | None = None,
    heuristic: str | None = None,
    cache: str | os.PathLike[str] | None = None,
) -> NativePuzzle:
    """The built-in puzzle with the given name, or the one of the :func:`library`.

    ``goal``, ``colours``, ``first`` and ``heuristic`` are options of some puzzles, with the same
    meaning as on the command line. ``cache`` is the folder for distance tables.

    >>> import fewest
    >>> fewest.puzzle("flip", goal="white")
    <fewest.puzzle flip, goal='white'>

    :raises ValueError: there is no such puzzle.
    """
    return _make(name, None, goal, colours, first, heuristic, _path(cache))


def open(
    path: str | os.PathLike[str],
    *,
    goal: str | None = None,
    heuristic: str | None = None,
    cache: str | os.PathLike[str] | None = None,
) -> NativePuzzle:
    """Reads the puzzle in a file. The end of its name determines the format, as in :func:`parse`.

    :raises OSError: the file cannot be read.
    :raises PuzzleError: the file has faults, all of which are listed.
    """
    name = os.fsdecode(path)
    with io.open(name, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    return _make(name, text, goal, None, None, heuristic, _path(cache))


def parse(
    text: str,
    name: str = "<puzzle>",
    *,
    goal: str | None = None,
    heuristic: str | None = None,
    cache: str | os.PathLike[str] | None = None,
) -> NativePuzzle:
    """Parses the puzzle that ``text`` describes.

    The end of ``name`` determines the format: ``.psvn``, ``.json`` (KPuzzle), or the puzzle
    language for any other name.

    >>> import fewest
    >>> switches = fewest.parse('''
    ... puzzle switches
    ... symbols w b
    ... board 1x3
    ... move press(cell)
    ...   cell   +1
    ...   beside +1
    ... goal all w
    ... ''')
    >>> len(switches.board("b w b").solve())
    2

    :raises PuzzleError: the text has faults, all of which are listed.
    """
    return _make(name, text, goal, None, None, heuristic, _path(cache))


def _path(path: str | os.PathLike[str] | None) -> str | None:
    return None if path is None else os.fsdecode(path)
