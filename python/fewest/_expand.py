"""Loops that call the functions of a puzzle for many states.

A loop in Python calls a function written in Python faster than the native part can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Optional

Successors = Callable[[Sequence[Any]], tuple[list[Any], Optional[list[Any]], list[int]]]
"""Returns the states after all moves of the given states, their codes, and for each given state the
number of states up to its last one."""


def successors(
    moves: Callable[[Any], Iterable[Any]],
    apply: Callable[[Any, Any], Any],
    encode: Callable[[Any], Any] | None,
) -> Successors:
    if encode is None:

        def expand(states: Sequence[Any]) -> tuple[list[Any], list[Any] | None, list[int]]:
            found: list[Any] = []
            ends: list[int] = []
            for state in states:
                for move in moves(state):
                    found.append(apply(state, move))
                ends.append(len(found))
            return found, None, ends

        return expand

    code = encode

    def expand_coded(states: Sequence[Any]) -> tuple[list[Any], list[Any] | None, list[int]]:
        found: list[Any] = []
        codes: list[Any] = []
        ends: list[int] = []
        for state in states:
            for move in moves(state):
                after = apply(state, move)
                found.append(after)
                codes.append(code(after))
            ends.append(len(found))
        return found, codes, ends

    return expand_coded


def first_goal(is_goal: Callable[[Any], object]) -> Callable[[Sequence[Any]], int]:
    def first(states: Sequence[Any]) -> int:
        at = 0
        for state in states:
            if is_goal(state):
                return at
            at += 1
        return -1

    return first
