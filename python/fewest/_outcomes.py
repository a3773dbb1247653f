"""The three classes of outcomes: solved, unsolvable and stopped. An outcome is never ``None``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar, Union

from ._errors import StoppedError
from ._pictures import html

if TYPE_CHECKING:
    from . import _fewest

S = TypeVar("S")
"""The type of a position: a drawing of a board, or a state of a puzzle written in Python."""
M = TypeVar("M")
"""The type of a move."""
_P = TypeVar("_P", covariant=True)


_MOST_LISTED = 8
"""The most moves that a short form lists."""


def listed(moves: tuple[Any, ...]) -> str:
    """The first moves after a colon."""
    shown = [str(move) for move in moves[:_MOST_LISTED]]
    if len(moves) > _MOST_LISTED:
        shown.append("…")
    return f": {' '.join(shown)}" if shown else ""


class Statistics(NamedTuple):
    """The cost of a search."""

    expanded: int
    """The number of states whose moves were tried."""
    generated: int
    """The number of states produced by moves, including duplicates."""
    peak_bytes: int
    """The most bytes held at once."""
    elapsed: float
    """The duration in seconds."""


class Start(Protocol[_P, M]):
    """The start of a search: a board, or a state of a puzzle written in Python."""

    def _positions(self, moves: tuple[M, ...]) -> tuple[_P, ...]: ...

    def _count(self, limits: _fewest.Limits | None) -> int: ...

    def _all(self, most: int, limits: _fewest.Limits | None) -> list[tuple[M, ...]]: ...


class _Restored:
    """Limits cannot be pickled, so a restored outcome has none."""

    _limits: Any
    __slots__ = ()

    def __getstate__(self) -> dict[str, Any]:
        fields = self.__dataclass_fields__  # type: ignore[attr-defined]
        return {name: getattr(self, name) for name in fields if name != "_limits"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_limits", None)


@dataclass(frozen=True)
class Solved(_Restored, Generic[S, M]):
    """A solution that is proven to be shortest.

    Its length is the number of moves, and iterating over it yields the moves.

    >>> import fewest
    >>> solved = fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8").solve()
    >>> len(solved), list(solved)
    (2, ['R', 'R'])
    """

    __match_args__ = ("moves",)

    moves: tuple[M, ...]
    """The moves of the lexicographically first shortest solution."""
    start: Start[S, M] = field(repr=False)
    """The board that was solved."""
    statistics: Statistics = field(compare=False, repr=False)
    """The cost of the search."""
    method: str = field(compare=False, repr=False, default="")
    """The name of the method that found the answer."""
    note: str | None = field(compare=False, repr=False, default=None)
    """A remark of the method, if it has one."""
    _limits: Any = field(compare=False, repr=False, default=None)
    cost: int | None = field(compare=False, repr=False, default=None)
    """The sum of the costs of the moves, if the puzzle gives moves costs."""

    def __len__(self) -> int:
        return len(self.moves)

    def __repr__(self) -> str:
        return f"<Solved: {self._length()}{listed(self.moves)}>"

    def __str__(self) -> str:
        proven = "proven fewest" if self.cost is None else "proven best"
        return f"{self._length()}, {proven}: {' '.join(map(str, self.moves))}"

    def _length(self) -> str:
        moves = "1 move" if len(self.moves) == 1 else f"{len(self.moves):,} moves"
        return moves if self.cost is None else f"{moves}, cost {self.cost:,}"

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> Iterator[M]:
        return iter(self.moves)

    @property
    def proof(self) -> str:
        """The method that has excluded shorter solutions."""
        return self.method

    @property
    def positions(self) -> tuple[S, ...]:
        """The start and the position after each move.

        :raises ValueError: the board is too large to be drawn.
        """
        return self.start._positions(self.moves)

    def count(self) -> int:
        """The number of shortest solutions.

        :raises StoppedError: a limit of the search was reached.
        """
        return self.start._count(self._limits)

    def all(self, limit: int = 1000) -> list[tuple[M, ...]]:
        """The first ``limit`` shortest solutions, in lexicographic order.

        :raises StoppedError: a limit of the search was reached.
        """
        if limit < 0:
            raise ValueError("limit must not be negative")
        return self.start._all(limit, self._limits)

    def raise_if_stopped(self) -> Solved[S, M]:
        """Returns this outcome."""
        return self

    def _repr_html_(self) -> str:
        return html(f"{self._length()}: {self.method}", self.start, self.moves)


@dataclass(frozen=True)
class Unsolvable(_Restored, Generic[S, M]):
    """A proof that no moves lead to a goal.

    >>> import fewest
    >>> fewest.puzzle("tiles").board("1 2 3 4 5 6 8 7 _").solve().proof[:30]
    'read row by row, every second '
    """

    __match_args__ = ("proof",)

    proof: str
    """The reason why there is no solution."""
    start: Start[S, M] = field(repr=False)
    """The board that has no solution."""
    statistics: Statistics = field(compare=False, repr=False)
    """The cost of the search."""
    method: str = field(compare=False, repr=False, default="")
    """The name of the method that found the answer."""
    reached: int | None = field(compare=False, repr=False, default=None)
    """The number of reachable states, if the proof is that all of them were searched."""
    _limits: Any = field(compare=False, repr=False, default=None)

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return f"no solution: {self.proof}"

    def count(self) -> int:
        """Returns 0."""
        return 0

    def all(self, limit: int = 1000) -> list[tuple[M, ...]]:
        """Returns an empty list."""
        return []

    def raise_if_stopped(self) -> Unsolvable[S, M]:
        """Returns this outcome."""
        return self

    def _repr_html_(self) -> str:
        return html(str(self), self.start)


@dataclass(frozen=True)
class Stopped(_Restored, Generic[S, M]):
    """A limit stopped the search before it had an answer.

    >>> import fewest
    >>> board = fewest.puzzle("tiles").board("8 6 7 2 5 4 3 _ 1")
    >>> stopped = board.solve(algorithm="bfs", states=100)
    >>> stopped.reason, stopped.lower_bound > 3
    ('states', True)
    """

    __match_args__ = ("lower_bound", "reason")

    lower_bound: int
    """Every solution has at least this many moves."""
    reason: str
    """The limit that was reached: ``time``, ``memory``, ``states``, ``cancelled`` or
    ``capacity``."""
    start: Start[S, M] = field(repr=False)
    """The board that was to be solved."""
    statistics: Statistics = field(compare=False, repr=False)
    """The cost of the search."""
    method: str = field(compare=False, repr=False, default="")
    """The name of the method that was stopped."""
    _limits: Any = field(compare=False, repr=False, default=None)

    def __bool__(self) -> bool:
        return False

    def raise_if_stopped(self) -> NoReturn:
        """Raises :class:`StoppedError`."""
        raise StoppedError(str(self), self.reason)

    def __str__(self) -> str:
        known = f"every solution has at least {self.lower_bound} moves"
        return f"stopped by a limit: {self.reason}; {known}"

    def _repr_html_(self) -> str:
        return html(str(self), self.start)


Outcome = Union[Solved[S, M], Unsolvable[S, M], Stopped[S, M]]
"""The answer of a search."""


def outcome(
    start: Start[S, M], answer: _fewest.Answer, limits: _fewest.Limits | None
) -> Outcome[S, M]:
    """Converts the answer about a puzzle written in Python to an outcome."""
    statistics = Statistics._make(answer.statistics)
    method = answer.method
    if answer.moves is not None:
        return Solved(answer.moves, start, statistics, method, None, limits, answer.cost)
    if answer.proof is not None:
        return Unsolvable(answer.proof, start, statistics, method, answer.reached, limits)
    reason = answer.reason or "cancelled"
    return Stopped(answer.lower_bound, reason, start, statistics, method, limits)


def statistics_of(answer: dict[str, Any]) -> Statistics:
    """The cost of the search with this answer."""
    names = ("expanded", "generated", "peak_bytes", "seconds")
    return Statistics._make(answer[name] for name in names)


def outcome_of(
    start: Start[str, str], answer: dict[str, Any], limits: _fewest.Limits | None
) -> Outcome[str, str]:
    """Converts the JSON of an answer to an outcome."""
    statistics, method = statistics_of(answer), answer["method"]
    if answer["outcome"] == "solved":
        moves, note = tuple(answer["moves"]), answer.get("note")
        return Solved(moves, start, statistics, method, note, limits, answer.get("cost"))
    if answer["outcome"] == "unsolvable":
        reached = answer.get("reached")
        return Unsolvable(answer["proof"], start, statistics, method, reached, limits)
    bound = answer.get("lower_bound", answer.get("cost_lower_bound", 0))
    return Stopped(bound, answer["reason"], start, statistics, method, limits)
