"""What the requests of a board return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any, NamedTuple, overload

from . import _pictures
from ._outcomes import Outcome, Solved, Start, Statistics, Stopped
from ._pictures import Picture


def near(found: dict[str, Any]) -> NearSolutions:
    """Converts the JSON of a list of solutions."""
    return NearSolutions(
        tuple(map(tuple, found["all"])),
        {one["length"]: int(one["solutions"]) for one in found["by_length"]},
        found["complete_up_to"],
        found["no_others"],
        found.get("reason"),
    )


class HintChange(NamedTuple):
    """Something that the next move changes, and where it is before the move."""

    part: str
    """``piece``, ``player`` or ``cell``."""
    symbol: str | None
    """The symbol of a piece."""
    row: int
    """The row, from 1; of a piece of several cells that of the first."""
    column: int
    """The column, from 1."""


@dataclass(frozen=True)
class Hint:
    """A hint for the next move."""

    outcome: Outcome[str, str]
    """The answer of the search. It says whether there is a solution at all."""
    changes: tuple[HintChange, ...] | None
    """What the next move changes; ``None`` if there is none, or the board is too large to draw."""
    sentence: str | None = field(default=None, compare=False)
    """The hint in a sentence; ``None`` unless there is a solution."""

    def __str__(self) -> str:
        return self.sentence or str(self.outcome)

    def __repr__(self) -> str:
        return f"<Hint: {self}>"

    def _repr_html_(self) -> str:
        return _pictures.html(str(self), self.outcome.start)

    @property
    def moves_left(self) -> int | None:
        """The number of moves of a shortest solution; ``None`` unless there is one."""
        moves = _moves(self.outcome)
        return None if moves is None else len(moves)

    @property
    def move(self) -> str | None:
        """The next move; ``None`` if no move is left, or the board was not solved."""
        moves = _moves(self.outcome)
        return moves[0] if moves else None


def _moves(answer: Outcome[str, str]) -> tuple[str, ...] | None:
    return answer.moves if isinstance(answer, Solved) else None


@dataclass(frozen=True)
class NearSolutions(Sequence[tuple[str, ...]]):
    """Solutions by length, and those of a length in lexicographic order.

    Where moves have costs and the cost is minimised first, a length is a cost.
    """

    solutions: tuple[tuple[str, ...], ...]
    """The solutions that are listed."""
    counts: dict[int, int] = field(hash=False)
    """The number of all solutions of each length that has any."""
    complete_up_to: int | None
    """All solutions with at most this many moves are counted; ``None`` if these are all."""
    is_all: bool
    """Whether it is proven that there are no others."""
    stopped: str | None
    """The limit that ended the search, if one was reached."""

    def __len__(self) -> int:
        return len(self.solutions)

    @overload
    def __getitem__(self, index: int) -> tuple[str, ...]: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[tuple[str, ...], ...]: ...

    def __getitem__(
        self, index: int | slice
    ) -> tuple[str, ...] | tuple[tuple[str, ...], ...]:
        return self.solutions[index]


@dataclass(frozen=True)
class Approximation:
    """A solution that is not proven to be shortest."""

    __match_args__ = ("moves", "lower_bound")

    moves: tuple[str, ...]
    """The moves."""
    lower_bound: int
    """Every solution has at least this many moves."""
    within: float | None
    """The solution has at most this many times as many moves as the shortest; ``None`` if there is
    no such guarantee."""
    start: Start[str, str] = field(repr=False)
    """The board of which this is a solution."""
    statistics: Statistics = field(compare=False, repr=False)
    """The cost of the search."""
    method: str = field(compare=False, repr=False)
    """The name of the method that found the solution."""

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[str]:
        return iter(self.moves)

    @property
    def positions(self) -> tuple[str, ...]:
        """The start and the position after each move."""
        return self.start._positions(self.moves)

    def raise_if_stopped(self) -> Approximation:
        """Returns this approximation."""
        return self


class ComparisonRow(NamedTuple):
    """The result of one algorithm."""

    algorithm: str
    """The name of the algorithm."""
    heuristic: str | None
    """The name of its lower bound, if the board has several."""
    outcome: Outcome[str, str]
    """The answer of the algorithm."""


@dataclass(frozen=True)
class Comparison(Sequence[ComparisonRow]):
    """The results of every algorithm that fits a board."""

    rows: tuple[ComparisonRow, ...]
    """One row for each algorithm. The best algorithm for the board comes first."""
    agree: bool
    """Always true: answers that contradict each other raise :class:`InternalError`."""

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> ComparisonRow: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[ComparisonRow, ...]: ...

    def __getitem__(self, index: int | slice) -> ComparisonRow | tuple[ComparisonRow, ...]:
        return self.rows[index]

    def plot(self, *, dark: bool = False) -> Picture:
        """A chart of the states that each algorithm expanded, on a logarithmic scale. The bar of an
        algorithm that a limit stopped has a mark."""
        return _pictures.chart(
            "states expanded by each algorithm",
            "algorithm",
            [
                (
                    " ".join(filter(None, (row.algorithm, row.heuristic))),
                    float(row.outcome.statistics.expanded),
                    f"{row.outcome.statistics.expanded:,}",
                    isinstance(row.outcome, Stopped),
                )
                for row in self.rows
            ],
            logarithmic=True,
            dark=dark,
        )

    def _repr_svg_(self) -> str:
        return self.plot().svg


@dataclass(frozen=True)
class Check:
    """The effect of moves on a board, and whether they are a shortest solution."""

    verdict: str
    """``shortest``, ``too long``, ``illegal``, ``no goal``, or ``unknown`` if a limit stopped the
    search for a shorter solution. If moves have costs, ``shortest`` means best by the puzzle's
    objective, and any other solution is ``not best``."""
    length: int
    """The number of moves."""
    illegal: tuple[int, str] | None
    """The first move that is not legal: its number, from 1, and its name."""
    reaches_goal: bool
    """Whether the last position is a goal."""
    earlier_goal: int | None
    """The number of moves after which an earlier position was already a goal, if there was one."""
    outcome: Outcome[str, str]
    """The answer of the solver."""

    def __bool__(self) -> bool:
        """Whether the moves are a shortest solution."""
        return self.verdict == "shortest"


@dataclass(frozen=True)
class Explanation:
    """An explanation why a board has no solution, or why no solution is shorter."""

    text: str
    """The explanation, as lines of text."""
    outcome: Outcome[str, str]
    """The answer that is explained."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        first, *others = self.text.splitlines() or [""]
        return f"<Explanation: {first}{' …' if others else ''}>"

    def _repr_html_(self) -> str:
        return f"{self.outcome._repr_html_()}\n<pre>{escape(self.text)}</pre>"


class Difficulty(NamedTuple):
    """Properties that make a board hard."""

    length: int
    """The number of moves of a shortest solution."""
    solutions: int
    """The number of shortest solutions."""
    branching: float
    """The average number of legal moves in the positions along the first shortest solution."""
    wrong_looking: int | None
    """The number of moves of that solution that do not decrease the lower bound; ``None`` if the
    puzzle has no lower bound."""
    dead_ends: int
    """The number of moves that lead from that solution to a position without a solution."""
