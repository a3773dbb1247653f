"""Boards of native puzzles, and the requests that they answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from html import escape
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, overload

from . import _fewest, _pictures
from ._errors import StoppedError, UnsupportedError
from ._graph import digraph
from ._outcomes import Outcome, outcome_of, statistics_of
from ._pictures import Picture
from ._progress import Memory, ProgressOption, Time, bar, limited, watching
from ._results import (
    Approximation,
    Check,
    Comparison,
    ComparisonRow,
    Difficulty,
    Explanation,
    Hint,
    HintChange,
    NearSolutions,
    near,
)

if TYPE_CHECKING:
    import networkx

    from ._native import NativePuzzle


class Board:
    """A board of a native puzzle. A board is immutable.

    Boards are made by :meth:`NativePuzzle.board` and similar methods. ``str()`` draws a board. Two
    boards are equal if their puzzles and their drawings are equal. Boards can be pickled and used
    as keys of dictionaries.

    All searches release the interpreter lock, end with ``KeyboardInterrupt`` after Ctrl-C, and
    accept the same limits:

    ``time``
        seconds, or a text such as ``"1m 30s"``
    ``memory``
        bytes, or a text such as ``"4GiB"``
    ``states``
        the number of states to expand
    ``threads``
        the number of threads for algorithms that can use several; 1 by default
    ``progress``
        ``True`` for a tqdm bar if tqdm is installed, or a function that is called with a
        :class:`Progress` about ten times a second. An exception that it raises ends the search.
    """

    __slots__ = ("_board", "_drawing", "_puzzle", "_rows", "__weakref__")

    _board: _fewest.Board
    _drawing: str | None
    _puzzle: NativePuzzle
    _rows: tuple[tuple[str, ...], ...] | None

    def __init__(self) -> None:
        raise TypeError("use the method board of a puzzle")

    @classmethod
    def _of(cls, puzzle: NativePuzzle, board: _fewest.Board) -> Board:
        made = object.__new__(cls)
        made._puzzle = puzzle
        made._board = board
        made._drawing = None
        made._rows = None
        return made

    @property
    def puzzle(self) -> NativePuzzle:
        """The puzzle of the board."""
        return self._puzzle

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """What is on the cells, row by row, as the drawing shows it. Variables are left out.

        ``board[0, 0]`` is the cell ``r1c1``, ``board[0]`` the first row, and ``board[:, 0]`` the
        first column. ``numpy.asarray(board)`` is an array of texts.

        >>> import fewest
        >>> board = fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8")
        >>> board.rows[2], board[2, 0], board[:, -1], board.shape
        (('_', '7', '8'), '_', ('3', '6', '8'), (3, 3))

        :raises UnsupportedError: the drawing is no grid of words.
        """
        if self._rows is None:
            rows = self._board.rows()
            if rows is None:
                raise UnsupportedError(f"boards of {self._puzzle.name} are no grids of words")
            self._rows = tuple(map(tuple, rows))
        return self._rows

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns.

        :raises UnsupportedError: the drawing is no grid of words.
        """
        rows = self.rows
        return len(rows), len(rows[0])

    @overload
    def __getitem__(self, at: tuple[int, int]) -> str: ...

    @overload
    def __getitem__(
        self, at: int | tuple[int, slice] | tuple[slice, int]
    ) -> tuple[str, ...]: ...

    @overload
    def __getitem__(self, at: slice | tuple[slice, slice]) -> tuple[tuple[str, ...], ...]: ...

    def __getitem__(self, at: Any) -> Any:
        """A cell by its row and its column, both counted from 0; with slices, several cells."""
        row, column = at if isinstance(at, tuple) else (at, slice(None))
        if isinstance(row, slice):
            return tuple(cells[column] for cells in self.rows[row])
        return self.rows[row][column]

    def __len__(self) -> int:
        return len(self.rows)

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self.rows)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        import numpy

        if copy is False:
            raise ValueError("the cells of a board are always copied")
        return numpy.array(self.rows, dtype=dtype)

    @property
    def algorithms(self) -> list[str]:
        """The algorithms that fit the board. By default :meth:`solve` picks the first one.

        >>> import fewest
        >>> "bfs" in fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8").algorithms
        True
        """
        return self._board.algorithms()

    @property
    def heuristics(self) -> list[str]:
        """The lower bounds among which :meth:`solve` can choose. Empty if there is no choice."""
        return self._board.heuristics()

    @property
    def properties(self) -> list[str]:
        """What is known about the board before any search, as sentences."""
        return self._board.properties()

    def solve(
        self,
        *,
        algorithm: str | None = None,
        heuristic: str | None = None,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> Outcome[str, str]:
        """Finds the fewest moves, or proves that there is no solution, within the limits.

        If a limit stops the search, the answer is a lower bound.

        >>> import fewest
        >>> board = fewest.puzzle("tiles").board("8 6 7 2 5 4 3 _ 1")
        >>> len(board.solve(time=30, memory="4GiB"))
        31
        >>> len(board.solve(algorithm="astar", heuristic="manhattan"))
        31

        :raises UnsupportedError: the algorithm or the lower bound does not fit the board.
        :raises ValueError: a limit or a name is wrong.
        """
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            asked = {"algorithm": _text(algorithm), "heuristic": _text(heuristic)}
            return outcome_of(self, self._ask(limits, "solve", **asked), limits)

    def approximate(
        self,
        *,
        weight: float | None = None,
        beam: int | None = None,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> Approximation | Outcome[str, str]:
        """Finds a solution with less work, which may have more moves than necessary.

        ``weight`` is the weight of weighted A*: the solution has at most this many times as many
        moves as the shortest. ``beam`` is the number of positions that beam search keeps after each
        move. If the answer is proven after all, an :class:`Outcome` is returned.

        :raises UnsupportedError: the board does not support such a search.
        :raises ValueError: not exactly one of the two is given, or its value is out of range.
        """
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            found = self._ask(limits, "approximate", how=_how(weight, beam))
        if found["outcome"] != "approximate":
            return outcome_of(self, found, limits)
        return Approximation(
            tuple(found["moves"]),
            found["lower_bound"],
            found["at_most_times"],
            self,
            statistics_of(found),
            found["method"],
        )

    def compare(
        self,
        *,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> Comparison:
        """Solves the board with every algorithm that fits, each within the given limits.

        :raises InternalError: two answers contradict each other.

        >>> import fewest
        >>> comparison = fewest.puzzle("flip").board("bw\\nwb").compare()
        >>> comparison.agree, {len(row.outcome) for row in comparison}
        (True, {2})
        """
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            found = self._ask(limits, "compare")
        return Comparison(
            tuple(
                ComparisonRow(
                    row["algorithm"], row.get("heuristic"), outcome_of(self, row, limits)
                )
                for row in found["rows"]
            ),
            found["agree"],
        )

    def check(
        self,
        moves: str | Iterable[str],
        *,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> Check:
        """Replays ``moves`` by the rules, and solves the board to decide whether they are the
        fewest.

        >>> import fewest
        >>> board = fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8")
        >>> board.check("RR").verdict, board.check(["R", "L", "R", "R"]).verdict
        ('shortest', 'too long')

        :raises MovesError: a word is not a move.
        """
        text = self._words(moves)
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            found = self._ask(limits, "check", moves=text)
        illegal = found.get("illegal")
        return Check(
            found["verdict"],
            found["length"],
            None if illegal is None else (illegal["number"], illegal["move"]),
            found["reaches_goal"],
            found["earlier_goal"],
            outcome_of(self, found["answer"], limits),
        )

    def explain(
        self,
        *,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> Explanation:
        """Explains why there is no solution, or why no solution is shorter.

        ``str()`` of the result is the text.
        """
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            found = self._ask(limits, "explain")
        return Explanation(found["explanation"], outcome_of(self, found, limits))

    def difficulty(
        self,
        *,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> Difficulty | None:
        """Measures what makes the board hard; ``None`` if it has no solution.

        :raises StoppedError: a limit was reached.
        """
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            found = self._ask(limits, "difficulty")
        if found is None:
            return None
        figures = {name: found[name] for name in Difficulty._fields}
        return Difficulty(**figures | {"solutions": int(found["solutions"])})

    def legal_moves(self) -> list[str]:
        """The names of the legal moves, in the order of moves.

        >>> import fewest
        >>> fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8").legal_moves()
        ['U', 'R']
        """
        return self._board.legal_moves()

    def hint(
        self,
        *,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> Hint:
        """A hint for the next move: how many are left, what it changes, and the move itself.

        >>> import fewest
        >>> hint = fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8").hint()
        >>> hint.moves_left, hint.changes, hint.move
        (2, (HintChange(part='piece', symbol='7', row=3, column=2),), 'R')
        >>> print(hint)
        2 moves left; move 7 at r3c2 to the left (R)

        :raises UnsupportedError: no algorithm fits the board.
        """
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            found = self._ask(limits, "hint")
        changes = found.get("changes")
        changed = None if changes is None else tuple(HintChange(**one) for one in changes)
        sentence = found["hints"][-1] if found["hints"] else None
        return Hint(outcome_of(self, found, limits), changed, sentence)

    def rate_moves(
        self,
        *,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> dict[str, Outcome[str, str]]:
        """What each legal move leads to: the answer for the board after it.

        >>> import fewest
        >>> rated = fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8").rate_moves()
        >>> {move: len(outcome.moves) for move, outcome in rated.items()}
        {'U': 3, 'R': 1}

        The limit on time holds for all moves together.

        :raises UnsupportedError: no algorithm fits the board, or it is too large to be drawn.
        """
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            rated = self._ask(limits, "rate_moves")
        return {one["move"]: outcome_of(self.after(one["move"]), one, limits) for one in rated}

    def best(
        self,
        k: int,
        *,
        distinct: bool = False,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> NearSolutions:
        """The ``k`` best solutions.

        A solution visits no position twice and ends at the first goal that it reaches. ``distinct``
        leaves out solutions that differ from another by the order of independent moves, or by a
        symmetry that leaves the board as it is.

        >>> import fewest
        >>> best = fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8").best(2)
        >>> ["".join(moves) for moves in best]
        ['RR', 'URDLURDLURDR']

        :raises UnsupportedError: no algorithm fits the board.
        :raises ValueError: ``k`` is less than 1.
        """
        if not 1 <= k < 2**62:
            raise ValueError("k must be from 1 to 2**62 - 1")
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            wanted = {"k": index(k), "distinct": bool(distinct), "list": index(k)}
            return near(self._ask(limits, "solutions", **wanted))

    def within(
        self,
        more: int,
        *,
        limit: int = 1000,
        distinct: bool = False,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> NearSolutions:
        """The solutions with at most ``more`` moves more than the fewest. All are counted, and the
        first ``limit`` of them listed.

        >>> import fewest
        >>> near = fewest.puzzle("flip", goal="white").board("bw\\nww").within(2)
        >>> near.counts, near.is_all
        ({3: 1}, True)

        :raises UnsupportedError: no algorithm fits the board.
        :raises ValueError: ``more`` or ``limit`` is negative.
        """
        if not 0 <= more < 2**31:
            raise ValueError("more must be from 0 to 2**31 - 1")
        if limit < 0:
            raise ValueError("limit must not be negative")
        with watching(progress) as tell:
            limits = limited(time, memory, states, threads, tell)
            most = min(index(limit), 2**62)
            wanted = {"within": index(more), "distinct": bool(distinct), "list": most}
            return near(self._ask(limits, "solutions", **wanted))

    def after(self, moves: str | Iterable[str]) -> Board:
        """The board after ``moves``.

        >>> import fewest
        >>> print(fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8").after("RR"))
        1 2 3
        4 5 6
        7 8 _

        :raises MovesError: a word is not a move.
        :raises ValueError: a move is not legal.
        :raises UnsupportedError: the board is too large to be drawn.
        """
        names = tuple(self._legal(moves))
        return self._puzzle.board(self._positions(names)[-1])

    def graph(
        self,
        *,
        max_states: int = 10_000,
        time: Time = None,
        memory: Memory = None,
        threads: int | None = None,
        progress: ProgressOption = None,
    ) -> networkx.DiGraph[Any]:
        """The graph of all states that can be reached from the board, as a networkx ``DiGraph``.

        A node is a number, and 0 is the start. Its attributes are ``distance`` (the fewest moves
        from the start), ``to_goal`` (the fewest moves to a goal; ``None`` if there is no way),
        ``goal`` (whether it is a goal) and ``position`` (a drawing). The attributes of an edge are
        ``move``, ``moves`` (a tuple with several names if several moves lead from one state to the
        other) and, if moves have costs, ``cost``, the least one.

        >>> import fewest
        >>> graph = fewest.puzzle("tiles").board("1 2\\n3 _").graph()
        >>> graph.number_of_nodes(), graph.edges[0, 1]["move"]
        (12, 'U')

        :raises StoppedError: the graph has more than ``max_states`` states, or another limit was
            reached.
        :raises ImportError: networkx is not installed.
        """
        if max_states < 0:
            raise ValueError("max_states must not be negative")
        with watching(progress) as tell:
            limits = limited(time, memory, None, threads, tell)
            found = self._ask(limits, "graph", states=min(max_states, 2**32))
        return digraph(self._puzzle.name, found)

    def picture(self, moves: str | Iterable[str] = (), *, dark: bool = False) -> Picture:
        """A picture of the board after ``moves``, which marks what the last of them changed.

        :raises MovesError: a word is not a move.
        :raises ValueError: a move is not legal, or the board is too large to be drawn.
        """
        return _pictures.of_board(self, self._legal(moves), dark)

    def strip(self, moves: str | Iterable[str], *, dark: bool = False) -> Picture:
        """A picture of the board and of the positions after each of ``moves``, side by side.

        >>> import fewest
        >>> board = fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8")
        >>> "1 R" in board.strip(board.solve().moves).svg
        True

        :raises MovesError: a word is not a move.
        :raises ValueError: a move is not legal, or the positions are too many or too large to be
            drawn.
        """
        return _pictures.of_moves(self, self._legal(moves), dark)

    def _legal(self, moves: str | Iterable[str]) -> list[str]:
        """The names of ``moves``, all of which are legal."""
        names, illegal = self._board.replay(self._words(moves))
        if illegal is not None:
            raise ValueError(f"move {illegal[0]}, {illegal[1]}, is not legal there")
        return names

    def _words(self, moves: str | Iterable[str]) -> str:
        if isinstance(moves, str):
            return moves
        words = list(moves)
        for word in words:
            if not isinstance(word, str):
                raise TypeError(f"moves must be texts, not {type(word)}")
        return " ".join(words)

    def _positions(self, moves: tuple[str, ...]) -> tuple[str, ...]:
        positions = self._board.positions(list(moves))
        if positions is None:
            raise UnsupportedError("the board is too large to be drawn")
        return tuple(positions)

    def _count(self, limits: _fewest.Limits | None) -> int:
        return int(self._counted(0, limits)["solutions"])

    def _all(self, most: int, limits: _fewest.Limits | None) -> list[tuple[str, ...]]:
        return list(map(tuple, self._counted(min(index(most), 2**62), limits)["all"]))

    def _counted(self, most: int, limits: _fewest.Limits | None) -> dict[str, Any]:
        found: dict[str, Any] = self._ask(limits or limited(), "count", list=most)
        if "reason" in found:
            reason = found["reason"]
            raise StoppedError(f"stopped by a limit: {reason}", reason)
        return found

    def _ask(self, limits: _fewest.Limits, request: str, **fields: Any) -> Any:
        """The answer to a request, as plain data."""
        return json.loads(self._board.answer(limits, _request(request, **fields)))

    def __str__(self) -> str:
        if self._drawing is None:
            self._drawing = self._board.drawing() or self._board.text or ""
        return self._drawing

    def __repr__(self) -> str:
        rows = str(self).splitlines()
        shown = " / ".join(rows) if len(rows) <= 8 else f"{len(rows)} rows"
        return f"<Board of {self._puzzle.name}: {shown}>"

    def _repr_svg_(self) -> str | None:
        return _pictures.svg_of(self)

    def _repr_html_(self) -> str:
        return _pictures.svg_of(self) or f"<pre>{escape(str(self))}</pre>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._puzzle == other._puzzle and str(self) == str(other)

    def __hash__(self) -> int:
        return hash((self._puzzle, str(self)))

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, _memo: object) -> Board:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self._puzzle, self._board.text)


def _text(name: str | None) -> str | None:
    """A name of an algorithm or of a lower bound."""
    if name is not None and not isinstance(name, str):
        raise TypeError(f"expected a name, not {type(name)}")
    return name


def _request(name: str, **fields: Any) -> str:
    """A request in the form that boards answer."""
    return json.dumps({"request": name, **fields})


def _how(weight: float | None, beam: int | None) -> dict[str, float | int]:
    """How a search for any solution is cut short."""
    if (weight is None) == (beam is None):
        raise ValueError("expected either weight or beam")
    if beam is not None:
        if index(beam) < 1:
            raise ValueError("beam must be at least 1")
        return {"beam": min(index(beam), 2**62)}
    # What is no number is out of range.
    return {"weight": number if isfinite(number := float(weight or 0)) else 0}


def _restore(puzzle: NativePuzzle, text: str | None) -> Board:
    return puzzle.start if text is None else puzzle.board(text)


def solve_all(
    boards: Iterable[Board],
    *,
    algorithm: str | None = None,
    heuristic: str | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    progress: bool = False,
) -> list[Outcome[str, str]]:
    """Solves boards in parallel, one on each core, and returns the answers in the order of the
    boards.

    ``time`` and ``states`` limit the search for each board; ``memory`` limits all searches
    together. ``threads`` is the number of boards that are solved at the same time.
    ``progress=True`` shows a tqdm bar if tqdm is installed.

    >>> import fewest
    >>> tiles = fewest.puzzle("tiles")
    >>> boards = [tiles.board("1 2 3 4 5 6 _ 7 8"), tiles.board("1 2 3 4 5 6 7 8 _")]
    >>> [len(outcome) for outcome in fewest.solve_all(boards)]
    [2, 0]

    :raises UnsupportedError: the algorithm or the lower bound does not fit a board.
    :raises ValueError: a limit or a name is wrong.
    """
    boards = list(boards)
    for board in boards:
        if not isinstance(board, Board):
            raise TypeError(f"expected boards, not {type(board)}")
    shown = bar(len(boards), " boards") if progress else None
    limits = limited(time, memory, states, threads, shown.boards if shown else None)
    natives = [board._board for board in boards]
    try:
        request = _request("solve", algorithm=_text(algorithm), heuristic=_text(heuristic))
        answers = _fewest.answer_all(natives, limits, request)
    finally:
        if shown:
            shown.__exit__()
    return [
        outcome_of(board, json.loads(answer), limits) for board, answer in zip(boards, answers)
    ]
