"""Puzzles written in Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeVar

from . import _fewest
from ._errors import StoppedError
from ._outcomes import Outcome, outcome
from ._progress import Memory, ProgressOption, Time, limited, watching

S = TypeVar("S", bound=Hashable)
M = TypeVar("M")


class Puzzle(ABC, Generic[S, M]):
    """A puzzle written in Python.

    Subclasses define :meth:`moves`, :meth:`apply` and :meth:`is_goal`. A state is any immutable,
    hashable object. For the same state, :meth:`moves` must always return the same moves in the same
    order, and :meth:`apply` the same states. A search may call them for states that it does not
    need in the end.

    Further methods make the search faster:

    ``heuristic(state)``
        a lower bound on the number of moves from ``state`` to a goal, which must never be too
        high; ``float("inf")`` if no goal can be reached. :meth:`solve` then uses A*.
    ``goals()``
        a list of all goals; ``is_goal`` is then not called
    ``inverse(move)``
        the move that undoes ``move``. Defining this method asserts that every move can be undone;
        if ``goals`` is defined too, :meth:`solve` searches from both ends. The search does not
        call this method.
    ``encode(state)``
        ``bytes`` or an ``int`` from 0 to 2**128 - 1 that is different for different states.
        States are then kept as codes, which takes far less memory. It may not be called for states
        that take little memory themselves, such as tuples of a few small numbers.
    ``cost(state, move)``
        the cost of ``move`` in ``state``, a number from 0 to 65,535. Without this method each move
        costs one. :meth:`solve` then finds a solution of least cost and, of these, one with the
        fewest moves; ``heuristic`` must be a lower bound on the cost, and bounds of the outcome are
        bounds on the cost.

    >>> import fewest
    >>> class Jugs(fewest.Puzzle[tuple[int, int], str]):
    ...     sizes = (3, 5)
    ...     def moves(self, state):
    ...         return ["fill 3", "fill 5", "empty 3", "empty 5", "3 to 5", "5 to 3"]
    ...     def apply(self, state, move):
    ...         a, b = state
    ...         match move:
    ...             case "fill 3": return 3, b
    ...             case "fill 5": return a, 5
    ...             case "empty 3": return 0, b
    ...             case "empty 5": return a, 0
    ...             case "3 to 5": return max(0, a + b - 5), min(5, a + b)
    ...         return min(3, a + b), max(0, a + b - 3)
    ...     def is_goal(self, state):
    ...         return 4 in state
    >>> solved = Jugs().solve((0, 0))
    >>> len(solved), solved.positions[-1], solved.count()
    (6, (3, 4), 1)
    """

    @abstractmethod
    def moves(self, state: S) -> Iterable[M]:
        """The legal moves of ``state``."""

    @abstractmethod
    def apply(self, state: S, move: M) -> S:
        """The state after ``move``, which is one of ``moves(state)``."""

    def is_goal(self, state: S) -> bool:
        """Whether ``state`` is a goal. Required unless ``goals`` is defined."""
        raise NotImplementedError("define is_goal or goals")

    def solve(
        self,
        start: S,
        *,
        algorithm: str | None = None,
        time: Time = None,
        memory: Memory = None,
        states: int | None = None,
        progress: ProgressOption = None,
    ) -> Outcome[S, M]:
        """Finds the fewest moves from ``start``.

        ``algorithm`` is ``bfs``, ``bidirectional``, ``astar`` or ``idastar``; where moves have
        costs, ``dijkstra`` or ``astar``. The default is the best one that the methods of the puzzle
        allow. The limits are those of :class:`Board`. If
        there are several shortest solutions, the answer is the first one in the order of
        :meth:`moves`.

        An exception raised by a method of the puzzle ends the search.

        :raises ValueError: the puzzle lacks a method that the algorithm needs, or a limit is wrong.
        """
        problem = _Problem.of(self, start)
        with watching(progress) as tell:
            limits = limited(time, memory, states, None, tell)
            answer, positions, _, _ = problem.search(limits, algorithm, None)
        problem.known = positions
        return outcome(problem, answer, limits)


class _Problem(Generic[S, M]):
    """A puzzle and a start, with the callbacks of the search."""

    def __init__(
        self,
        puzzle: object,
        start: S,
        moves: Callable[[S], Iterable[M]],
        apply: Callable[[S, M], S],
        is_goal: Callable[[S], object] | None,
        goals: Iterable[S] | None,
        reversible: bool,
        heuristic: Callable[[S], float] | None,
        encode: Callable[[S], int | bytes] | None,
        cost: Callable[[S, M], int] | None,
    ) -> None:
        self.puzzle = puzzle
        self.state = start
        self.known: tuple[S, ...] | None = None
        self._calls = (moves, apply, is_goal, goals, reversible, heuristic, encode, cost)

    @classmethod
    def of(cls, puzzle: Puzzle[S, M], start: S) -> _Problem[S, M]:
        def method(name: str) -> Any:
            found = getattr(puzzle, name, None)
            if found is not None and not callable(found):
                raise TypeError(f"{name} must be a method, not {type(found)}")
            return found

        goals = method("goals")
        return cls(
            puzzle,
            start,
            puzzle.moves,
            puzzle.apply,
            None if goals else puzzle.is_goal,
            list(goals()) if goals else None,
            method("inverse") is not None,
            method("heuristic"),
            method("encode"),
            method("cost"),
        )

    def search(
        self, limits: _fewest.Limits, algorithm: str | None, most: int | None
    ) -> tuple[_fewest.Answer, tuple[S, ...] | None, int | None, list[tuple[M, ...]]]:
        moves, apply, is_goal, goals, reversible, heuristic, encode, cost = self._calls
        return _fewest.search_states(
            limits,
            self.state,
            moves,
            apply,
            is_goal,
            None if goals is None else list(goals),
            reversible,
            heuristic,
            encode,
            cost,
            algorithm,
            most,
        )

    def _positions(self, moves: tuple[M, ...]) -> tuple[S, ...]:
        if self.known is None:
            states = [self.state]
            for move in moves:
                states.append(self._calls[1](states[-1], move))
            self.known = tuple(states)
        return self.known

    def _paths(self, most: int, limits: _fewest.Limits | None) -> tuple[int, list[tuple[M, ...]]]:
        both = self._calls[3] is not None and self._calls[4]
        if self._calls[7] is not None:
            algorithm = None
        else:
            algorithm = "bidirectional" if both else "bfs"
        answer, _, count, solutions = self.search(limits or limited(), algorithm, most)
        if answer.reason is not None:
            raise StoppedError(f"stopped by a limit: {answer.reason}", answer.reason)
        return count or 0, solutions

    def _count(self, limits: _fewest.Limits | None) -> int:
        return self._paths(0, limits)[0]

    def _all(self, most: int, limits: _fewest.Limits | None) -> list[tuple[M, ...]]:
        return self._paths(min(most, 2**62), limits)[1]

    def __repr__(self) -> str:
        return repr(self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Problem):
            return NotImplemented
        return bool(self.puzzle == other.puzzle and self.state == other.state)

    def __hash__(self) -> int:
        return hash(self.state)

    def __reduce__(self) -> tuple[object, ...]:
        if isinstance(self.puzzle, Puzzle):
            return _Problem.of, (self.puzzle, self.state)
        return _Problem, (self.puzzle, self.state, *self._calls)


def solve(
    start: S,
    *,
    moves: Callable[[S], Iterable[M]],
    apply: Callable[[S, M], S],
    goal: Callable[[S], object] | S,
    inverse: Callable[[M], M] | None = None,
    heuristic: Callable[[S], float] | None = None,
    encode: Callable[[S], int | bytes] | None = None,
    cost: Callable[[S, M], int] | None = None,
    algorithm: str | None = None,
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    progress: ProgressOption = None,
) -> Outcome[S, M]:
    """Finds the fewest moves of a puzzle that is given by functions.

    ``goal`` is the goal state, or a function that decides whether a state is a goal. The other
    functions correspond to the methods of :class:`Puzzle` with the same names; the limits are those
    of :class:`Board`.

    >>> import fewest
    >>> solved = fewest.solve(
    ...     1,
    ...     moves=lambda n: ["double", "add one"],
    ...     apply=lambda n, move: 2 * n if move == "double" else n + 1,
    ...     goal=10,
    ... )
    >>> solved.moves
    ('double', 'double', 'add one', 'double')

    :raises ValueError: the algorithm needs a function that is missing, or a limit is wrong.
    """
    for name, function in (("moves", moves), ("apply", apply)):
        if not callable(function):
            raise TypeError(f"{name} must be callable, not {type(function)}")
    for name, optional in (
        ("inverse", inverse),
        ("heuristic", heuristic),
        ("encode", encode),
        ("cost", cost),
    ):
        if optional is not None and not callable(optional):
            raise TypeError(f"{name} must be callable, not {type(optional)}")
    is_goal: Any = goal if callable(goal) else None
    goals: Any = None if callable(goal) else (goal,)
    reversible = inverse is not None
    problem: _Problem[S, M] = _Problem(
        None, start, moves, apply, is_goal, goals, reversible, heuristic, encode, cost
    )
    problem.puzzle = problem._calls
    with watching(progress) as tell:
        limits = limited(time, memory, states, None, tell)
        answer, positions, _, _ = problem.search(limits, algorithm, None)
    problem.known = positions
    return outcome(problem, answer, limits)
